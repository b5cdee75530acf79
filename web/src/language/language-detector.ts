import type { LanguageDetectorModule } from 'i18next'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { LANGUAGE_COOKIE_NAME } from '#core/protocol/languages.ts'
import { readItem, storeItem } from '#web/device/browser-storage.ts'

const STORED = 'i18nextLng'

/**
 * In the order of spec 9 (rule UI4); i18next uses the first language that has texts. The result is not
 * stored: a link with `?lng=` must not replace the user's choice.
 */
export const languageDetector: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () =>
    [
      new URLSearchParams(location.search).get('lng'),
      RegExp(`(?:^|; )${LANGUAGE_COOKIE_NAME}=([^;]*)`).exec(document.cookie)?.[1],
      readItem(STORED),
      readItem(STORED, 'sessionStorage'),
      ...(navigator.languages ?? []),
      document.documentElement.getAttribute('lang'),
    ].filter(isLanguageTag),
}

/** Stores the language in a cookie and, as Safari deletes that in 7 days, in local storage for all tabs. */
export function storeLanguage(language: string): void {
  const seconds = RETENTION_PERIODS.languageDays * 24 * 60 * 60
  document.cookie = `${LANGUAGE_COOKIE_NAME}=${language}; path=/; max-age=${seconds}; samesite=lax`
  storeItem(STORED, language)
}

/** `?lng=` is user input, and the tag becomes part of a path. */
const isLanguageTag = (input: unknown): input is string =>
  typeof input === 'string' && /^[a-z0-9-]{1,35}$/i.test(input)
