export const FALLBACK_LANGUAGE = 'en'

/** The app writes this cookie, and the server reads it to choose the language of the page. */
export const LANGUAGE_COOKIE_NAME = 'i18next'

// A language's code without a region, because users with de-AT get the texts of de.
const CODE = /^[a-z]{2,3}$/

export const languageCodesFromFolderNames = (names: readonly string[]): readonly string[] => [
  FALLBACK_LANGUAGE,
  ...names.filter(name => CODE.test(name) && name !== FALLBACK_LANGUAGE).toSorted(),
]

/** Returns 'de' for 'de-AT'. Of a list of tags, as in Accept-Language, only the first counts. */
export function findLanguageForTag(tag: string, languages: readonly string[]): string | undefined {
  const wanted = /^[a-z]*/i.exec(tag)?.[0].toLowerCase()
  return languages.find(language => language === wanted)
}
