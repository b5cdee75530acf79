import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInstance } from 'i18next'
import type { TFunction } from 'i18next'

const LOCALES = resolve(import.meta.dirname, '../../locales')
const FALLBACK = 'en'

/** The languages in which mails are available, read from the folders in locales/. */
export const MAIL_LANGUAGES = readdirSync(LOCALES, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

/**
 * Returns the available mail language closest to the wanted one, for example 'de' for 'de-AT'. Returns English if no
 * language matches.
 */
export function closestMailLanguage(wanted: string): string {
  const short = wanted.slice(0, 2).toLowerCase()
  return MAIL_LANGUAGES.includes(short) ? short : FALLBACK
}

/**
 * Returns a function that returns the mail text for a key, in the available language closest to the wanted one. The
 * function does not escape values, so HTML mails must escape them.
 */
export const mailTranslator = (wanted: string): TFunction<'mail'> =>
  texts.getFixedT(closestMailLanguage(wanted), 'mail')

const texts = createInstance()
await texts.init({
  fallbackLng: FALLBACK,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    MAIL_LANGUAGES.map(language => [language, { mail: readMailTexts(language) }]),
  ),
})

function readMailTexts(language: string) {
  return JSON.parse(readFileSync(join(LOCALES, language, 'mail.json'), 'utf8'))
}
