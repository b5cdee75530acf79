import type { Page } from '@playwright/test'
import { untilAtRest } from './at-rest.ts'
import { englishLeft } from './english-left.ts'
import type { Language } from '#web/language/language.ts'

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
 * Switches an open page to a language and returns whether all of it could follow: a device without a network, or without
 * room for the choice, has no other texts to show, and a toast keeps the words it came with.
 */
export async function switchesTo(page: Page, language: Language): Promise<boolean> {
  if (!(await page.evaluate(mayChange))) return false
  await chooseInOtherTab(page, language)
  return language !== 'de' || (await englishLeft(page)).length === 0
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
