import type { Page } from '@playwright/test'
import { untilAtRest } from './at-rest.ts'
import { englishLeft } from './english-left.ts'
import type { Language } from './words.ts'

/**
 * What reaches a page when another tab chooses a language (rule UI48): a whole visit less than coming there again. The
 * texts get through even where the state cut the page off, since what it shows is not how it got its words.
 */
export async function chooseInOtherTab(page: Page, language: Language): Promise<void> {
  // Of the routes to an address the newest answers.
  await page.route('**/locales/**', route => route.continue())
  await page.evaluate(chosen => {
    const key = 'i18nextLng'
    localStorage.setItem(key, chosen)
    dispatchEvent(new StorageEvent('storage', { key, newValue: chosen, storageArea: localStorage }))
  }, language)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  await untilAtRest(page)
}

/**
 * Lets an English page become a German one and tells whether it has. A toast says what it said when it came; a device
 * without any network, or without room for a choice, has no other words to show. Such states are come to again in German.
 */
export async function becomesGerman(page: Page): Promise<boolean> {
  if (!(await page.evaluate(mayChange))) return false
  await chooseInOtherTab(page, 'de')
  return (await englishLeft(page)).length === 0
}

function mayChange(): boolean {
  try {
    localStorage.setItem('i18nextLng', 'en')
    return navigator.onLine
  } catch {
    return false
  }
}
