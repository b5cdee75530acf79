import type { Page } from '@playwright/test'

export const FONT_FILES = /\.woff2$/

/** Holds requests to a URL back until the returned function is called; later ones pass. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return resolve
}
