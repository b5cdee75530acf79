import type { LanguageDetectorModule } from 'i18next'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { LANGUAGE_COOKIE_NAME } from '#core/protocol/languages.ts'
import { readItem, storeItem } from '#web/device/browser-storage.ts'

const STORED = 'i18nextLng'

/** The result is not stored, because a link with `?lng=` must not replace the language that the user chose. */
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

/** Stores it twice: Safari keeps the cookie for 7 days, but local storage until 7 days without a visit. */
export function storeLanguage(language: string): void {
  const seconds = RETENTION_PERIODS.languageDays * 24 * 60 * 60
  document.cookie = `${LANGUAGE_COOKIE_NAME}=${language}; path=/; max-age=${seconds}; samesite=lax`
  storeItem(STORED, language)
}

/** Strict, because the tag may come from the URL's parameter `lng` and becomes part of a path. */
const isLanguageTag = (input: unknown): input is string =>
  typeof input === 'string' && /^[a-z0-9-]{1,35}$/i.test(input)
