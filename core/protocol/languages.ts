/** The language whose texts are complete. A text that another language lacks is shown in this one (rule UI4). */
export const FALLBACK_LANGUAGE = 'en'

/** The cookie that holds the language chosen in this browser. The app writes it, and the server's page reads it. */
export const LANGUAGE_COOKIE = 'i18next'

// A language's code without a region, because de-AT is spoken to in de.
const CODE = /^[a-z]{2,3}$/

/**
 * Returns the languages of the interface and of mails, English first (D13).
 *
 * @param names the names of what the folder `locales/` contains
 */
export const languagesAmong = (names: readonly string[]): readonly string[] => [
  FALLBACK_LANGUAGE,
  ...names.filter(name => CODE.test(name) && name !== FALLBACK_LANGUAGE).toSorted(),
]

/**
 * Returns the language among `languages` that matches a language tag, such as 'de' for 'de-AT', or undefined. Of a list
 * of tags, as in Accept-Language, only the first one counts.
 */
export function closestLanguage(tag: string, languages: readonly string[]): string | undefined {
  const wanted = /^[a-z]*/i.exec(tag)?.[0].toLowerCase()
  return languages.find(language => language === wanted)
}
