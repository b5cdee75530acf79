import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Waits until the service worker has cached the whole build and controls this page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated')
}

export async function startAppOffline(
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
