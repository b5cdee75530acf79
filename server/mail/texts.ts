import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInstance } from 'i18next'
import type { TFunction } from 'i18next'

const LOCALES = resolve(import.meta.dirname, '../../locales')
const FALLBACK = 'en'

/** The languages that mails can be written in: one folder under locales/ each. */
export const MAIL_LANGUAGES = readdirSync(LOCALES, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

/** The language of ours that is nearest to the wanted one ('de-AT' is 'de'), else English. */
export function mailLanguage(wanted: string): string {
  const short = wanted.slice(0, 2).toLowerCase()
  return MAIL_LANGUAGES.includes(short) ? short : FALLBACK
}

/** Looks up texts of the namespace `mail`. Values are put in as they are: whoever makes HTML escapes. */
export const mailTexts = (wanted: string): TFunction<'mail'> => texts.getFixedT(mailLanguage(wanted), 'mail')

const texts = createInstance()
await texts.init({
  fallbackLng: FALLBACK,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(MAIL_LANGUAGES.map(language => [language, { mail: textsIn(language) }])),
})

function textsIn(language: string) {
  return JSON.parse(readFileSync(join(LOCALES, language, 'mail.json'), 'utf8'))
}
