import { resolve } from 'node:path'
import { createInstance } from 'i18next'
import type { TFunction } from 'i18next'
import { closestLanguage, FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import { readLanguages, readTexts } from '#server/locales.ts'

/**
 * Reads the mail texts of all languages in the folder `locales`. Returns a function that returns the language closest
 * to the wanted one, such as 'de' for 'de-AT', otherwise English, and a function that returns the mail text for a key in
 * that language. A text that a language lacks comes in English. The texts do not escape values, so HTML mails must.
 */
export function createMailTexts(locales: string) {
  const languages = readLanguages(locales)
  const texts = createInstance()
  void texts.init({
    initAsync: false,
    fallbackLng: FALLBACK_LANGUAGE,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      languages.map(language => [language, { mail: readTexts(locales, language, 'mail') }]),
    ),
  })
  const closestMailLanguage = (wanted: string): string =>
    closestLanguage(wanted, languages) ?? FALLBACK_LANGUAGE
  const mailTranslator = (wanted: string): TFunction<'mail'> =>
    texts.getFixedT(closestMailLanguage(wanted), 'mail')
  return { closestMailLanguage, mailTranslator }
}

/** The mail texts of this server. */
export const { closestMailLanguage, mailTranslator } = createMailTexts(
  resolve(import.meta.dirname, '../../locales'),
)
