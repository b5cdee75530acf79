/** Set by web/build/languages.ts to the names of the folders in `locales/`. */
declare const LANGUAGES: readonly string[]

/** BCP 47 codes without a region, English first (D13). */
export const supportedLanguages = LANGUAGES

export function nativeNameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  // Many languages write language names in lower case, but a line begins with a capital.
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}
