import type { Page } from '@playwright/test'

/** Holds back the code of a screen until `bring` is called, which waits until the page has requested it. */
export async function holdBackScreenCode(
  page: Page,
  screen: string,
): Promise<{ bring: () => Promise<void> }> {
  const asked = Promise.withResolvers<void>()
  const brought = Promise.withResolvers<void>()
  await page.route(`**/assets/${screen}-*.js`, async route => {
    asked.resolve()
    await brought.promise
    return route.continue()
  })
  return {
    async bring() {
      await asked.promise
      brought.resolve()
    },
  }
}
