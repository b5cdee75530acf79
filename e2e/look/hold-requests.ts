import type { Page } from '@playwright/test'

/** The files of Nunito. */
export const FONT = /\.woff2$/

/** Holds requests back until the returned function is called. */
export async function holdRequests(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return resolve
}
