import { expect, type Page } from '@playwright/test'

/** Dispatches the event with which Chrome offers to install the app. The answer is `asked` on the window. */
export async function offerInstallation(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  // The browser sends it once the page has loaded; the page listens from about then on.
  await expect(async () => {
    await page.evaluate(() => {
      const prompt = async () => {
        Object.assign(window, { asked: true })
        return { outcome: 'accepted' as const }
      }
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })
    expect(await isThere()).toBe(true)
  }).toPass()
}

/** Safari on an iPhone: in a tab, or from the home screen if `isStarted`. */
export async function emulateIphoneSafari(page: Page, isStarted: boolean): Promise<void> {
  await page.addInitScript(isStarted => {
    Object.defineProperty(navigator, 'standalone', { value: isStarted })
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })
  }, isStarted)
}
