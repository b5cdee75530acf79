import { expect, type Page } from '@playwright/test'

/** Dispatches Chrome's install event until the app reacts. Its prompt sets `asked` on the window. */
export async function offerInstallation(page: Page, hasReacted: () => Promise<boolean>): Promise<void> {
  // The page may not listen yet when it has loaded.
  await expect(async () => {
    await page.evaluate(() => {
      const prompt = async () => {
        Object.assign(window, { asked: true })
        return { outcome: 'accepted' as const }
      }
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })
    expect(await hasReacted()).toBe(true)
  }).toPass()
}

export async function emulateIphoneSafari(page: Page, isOnHomeScreen: boolean): Promise<void> {
  await page.addInitScript(isOnHomeScreen => {
    Object.defineProperty(navigator, 'standalone', { value: isOnHomeScreen })
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })
  }, isOnHomeScreen)
}
