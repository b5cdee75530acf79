import type { Page } from '@playwright/test'
import { waitForAnimations } from './at-rest.ts'
import { findUntranslatedTexts } from './page-texts.ts'

/**
 * Makes a page behave as if another tab had chosen a language (rule UI46), which is faster than visiting it again. Lets
 * the requests for texts through even if the state blocks the network.
 */
export async function chooseLanguageInOtherTab(page: Page, language: string): Promise<void> {
  // Of the routes to an address the newest answers.
  await page.route('**/locales/**', route => route.continue())
  await page.evaluate(chosen => {
    const key = 'i18nextLng'
    localStorage.setItem(key, chosen)
    dispatchEvent(new StorageEvent('storage', { key, newValue: chosen, storageArea: localStorage }))
  }, language)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  await waitForAnimations(page)
}

/**
 * Switches an open page to a language. Returns false if it cannot follow completely: without network or storage there
 * are no other texts, and an open toast keeps its text.
 */
export async function switchLanguageInPlace(page: Page, language: string): Promise<boolean> {
  if (!(await page.evaluate(mayChange))) return false
  await chooseLanguageInOtherTab(page, language)
  return language !== 'de' || (await findUntranslatedTexts(page)).length === 0
}

/** Whether the page has a network and can store a choice. */
function mayChange(): boolean {
  try {
    localStorage.setItem('dacapo-probe', '1')
    localStorage.removeItem('dacapo-probe')
    return navigator.onLine
  } catch {
    return false
  }
}
