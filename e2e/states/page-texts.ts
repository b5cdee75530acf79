import type { Page } from '@playwright/test'
import { LONG_NAME_PIECES } from './libraries.ts'
import { CLAIR_PIECE, SWAN_PIECE } from '../pieces/filled-library.ts'

const NAMES = [CLAIR_PIECE, SWAN_PIECE, ...LONG_NAME_PIECES].flatMap(({ name, parts }) => [
  name,
  ...parts.flatMap(([part]) => part ?? []),
])
const NUMBER = /^[\d\s.,:%×+−→/()]*\d[\d\s.,:%×+−→/()]*(?:bpm|ms|min|s)?$/
const EMAIL = /\S@\S/

/**
 * Returns translated texts that must not be translated (rule UI76): those with the name of a piece or section or with an
 * e-mail address, and numbers.
 */
export async function findTranslatedNames(page: Page): Promise<string[]> {
  const translated = await page.evaluate(() =>
    [...document.querySelectorAll('font > font')]
      .filter(text => text.checkVisibility())
      .map(text => (text.textContent ?? '').replaceAll('\u200b', '').trim()),
  )
  return translated.filter(
    text => NUMBER.test(text) || EMAIL.test(text) || NAMES.some(name => text.includes(name)),
  )
}
