import type { LanguageDetectorModule } from 'i18next'

const STORED = 'i18nextLng'

/**
 * i18next plugin that detects the user's preferred languages in this order: `?lng=`, cookie, local storage, session
 * storage, browser settings, `lang` attribute of the page (spec 9, rule UI4). i18next uses the first language that has
 * texts, and calls the plugin to store it.
 */
export const languageDetector: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () =>
    [
      new URLSearchParams(location.search).get('lng'),
      /(?:^|; )i18next=([^;]*)/.exec(document.cookie)?.[1],
      stored('localStorage'),
      stored('sessionStorage'),
      ...(navigator.languages ?? []),
      document.documentElement.getAttribute('lang'),
    ].filter(isLanguageTag),
  cacheUserLanguage(language) {
    try {
      localStorage.setItem(STORED, language)
    } catch {
      // Storage is blocked: the language is detected again on every page.
    }
  },
}

function stored(storage: 'localStorage' | 'sessionStorage'): string | null {
  try {
    return window[storage].getItem(STORED)
  } catch {
    return null
  }
}

/** Returns whether the value is a language tag. `?lng=` is user input, and the tag becomes part of a path. */
const isLanguageTag = (input: unknown): input is string =>
  typeof input === 'string' && /^[a-z0-9-]{1,35}$/i.test(input)
