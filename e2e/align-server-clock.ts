import type { Page } from '@playwright/test'

/**
 * Makes sync report the time of the page, which a test has set, as the server's time. Otherwise sync would correct the
 * page's clock. With `aheadMs`, the first response says that the page's clock is fast by that much.
 * Also works with a time in the past, because the server receives its own time.
 */
export async function alignServerClock(page: Page, aheadMs = 0): Promise<void> {
  let ahead = aheadMs
  await page.route('**/api/v1/sync', async route => {
    const request = route.request().postDataJSON() as { clientNow: number }
    const response = await route.fetch({ postData: { ...request, clientNow: Date.now() } })
    if (!response.ok()) return route.fulfill({ response })
    const now = request.clientNow - ahead
    // The page corrects its clock by the first response.
    ahead = 0
    await route.fulfill({ response, json: { ...(await response.json()), now } })
  })
}
