import type { Page } from '@playwright/test'

/** Holds the code of a screen back until `bring`, which waits for the page to have asked for it. */
export async function heldBack(page: Page, screen: string): Promise<{ bring: () => Promise<void> }> {
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
