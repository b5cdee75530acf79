import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Waits until the service worker has fetched the whole build and answers for this page. */
export async function withWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated')
}

/** A page that opens an address with no network at all, as somebody in a basement starts the app. */
export async function coldStart(
  context: BrowserContext,
  path: string,
  watch: (page: Page) => void,
): Promise<Page> {
  await context.setOffline(true)
  const page = await context.newPage()
  watch(page)
  await page.goto(path)
  expect(await page.evaluate(() => navigator.onLine)).toBe(false)
  return page
}
