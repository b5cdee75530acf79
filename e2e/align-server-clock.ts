import type { Page } from '@playwright/test'

/**
 * Lets the server's clock agree with that of the page, which a test has set, or find it `aheadMs` fast. Otherwise sync
 * corrects the page's. Works for a time before that of the server and for a library that was filled at such a time.
 */
export async function alignServerClock(page: Page, aheadMs = 0): Promise<void> {
  let ahead = aheadMs
  await page.route('**/api/v1/sync', async route => {
    const asked = route.request().postDataJSON() as { clientNow: number }
    const answer = await route.fetch({ postData: { ...asked, clientNow: Date.now() } })
    if (!answer.ok()) return route.fulfill({ response: answer })
    const now = asked.clientNow - ahead
    // From here on the device asks with its corrected time.
    ahead = 0
    await route.fulfill({ response: answer, json: { ...(await answer.json()), now } })
  })
}
