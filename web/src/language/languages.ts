/** The names of the folders in `locales/` (web/build/languages.ts). */
declare const LANGUAGES: readonly string[]

/** The languages of the app as BCP 47 codes without a region, English first (D13). */
export const supportedLanguages = LANGUAGES

/** The name of a language in that language itself, such as "Deutsch", so that its speakers recognize it. */
export function nativeNameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  // Many languages write language names in lower case, but a line begins with a capital.
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}
