/** The names of the folders in `locales/` (web/build/languages.ts). */
declare const LANGUAGES: readonly string[]

/** As BCP 47 codes without a region, English first (D13). */
export const supportedLanguages = LANGUAGES

/** In that language itself, such as "Deutsch", so that its speakers recognize it. */
export function nativeNameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  // Many languages write the names of languages small, but begin a line with a capital.
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}
