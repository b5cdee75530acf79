import type { Page } from '@playwright/test'

/**
 * Lets the server's clock agree with that of the page, which a test has set. Otherwise sync corrects the page's. Works
 * for a clock that is behind the server's and for a library that was filled at such a time.
 */
export async function agreeOnTime(page: Page): Promise<void> {
  await page.route('**/api/v1/sync', async route => {
    const asked = route.request().postDataJSON() as { clientNow: number }
    const answer = await route.fetch({ postData: { ...asked, clientNow: Date.now() } })
    if (!answer.ok()) return route.fulfill({ response: answer })
    await route.fulfill({ response: answer, json: { ...(await answer.json()), now: asked.clientNow } })
  })
}
