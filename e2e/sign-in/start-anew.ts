import type { Page } from '@playwright/test'

/**
 * Opens the sign-in screen as a browser that knows nobody. Forgets the cookies and the local storage on a page without
 * our code, because an open screen would store its user again when an answer comes late.
 */
export async function startAnew(page: Page): Promise<void> {
  const body = '<link rel="icon" href="data:,">'
  await page.route('**/empty', route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/empty')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
}
