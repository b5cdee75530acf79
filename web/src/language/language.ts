import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language the screens speak now. */
export const language = (): Language => (i18next.resolvedLanguage === 'de' ? 'de' : 'en')

/**
 * Starts loading the common texts and those of the first screen (spec 7 and 9). Nothing waits for it but `textsOf`.
 */
export function startLanguage(firstScreen: readonly Namespace[]): void {
  i18next.on('languageChanged', () => {
    document.documentElement.lang = language()
  })
  // Another tab chose (rule UI48). What it stored is read, not what the event tells: of two quick choices the older one
  // would be stored anew here, told back as a third, and so on for ever.
  addEventListener('storage', ({ key }) => {
    const chosen = key === 'i18nextLng' && localStorage.getItem(key)
    if (chosen) void i18next.changeLanguage(chosen)
  })

  started = i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      // de-AT speaks de and asks for no file of its own.
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      ns: ['common', ...firstScreen],
      defaultNS: 'common',
      saveMissing: collectsMissingTexts(),
      // These two are read at the top level only; inside `backend` they are ignored without a word.
      maxRetries: 5,
      retryTimeout: 350,
      interpolation: { escapeValue: false, maxReplaces: 1000 },
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        addPath: '/locales/add/{{lng}}/{{ns}}',
        requestOptions: { credentials: 'same-origin' },
      },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        caches: ['localStorage'],
      },
      // A screen is shown when its texts are there (textsOf) and drawn again when late ones arrive.
      react: { useSuspense: false, bindI18nStore: 'added' },
    })
}

/** Does the server collect what is missing? It says so with the page itself, so that nobody has to ask (rule HT40). */
function collectsMissingTexts(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.some(({ name }) => name === 'missing-texts') ?? false
}

export type Namespace =
  | 'sign-in'
  | 'legal'
  | 'account'
  | 'feedback'
  | 'install'
  | 'pieces'
  | 'practice'
  | 'sync'
  | 'upgrade'

/** As long as a screen stays empty while its texts are missing; then their keys are better than nothing. */
export const PATIENCE_MS = 4000

/** Resolves when the common texts and these are loaded, or after 4 s; never rejects. */
export async function textsOf(namespaces: readonly Namespace[]): Promise<void> {
  const texts = started.then(() => i18next.loadNamespaces(namespaces))
  await Promise.race([texts, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
}

/** For React's lazy: a part of the program that counts as loaded only with its texts, so that no key ever flashes. */
export async function withTexts<Part>(
  namespaces: readonly Namespace[],
  load: () => Promise<Part>,
): Promise<{ default: Part }> {
  const [part] = await Promise.all([load(), textsOf(namespaces)])
  return { default: part }
}

// i18next resolves this after its last retry; a rejection is only about texts that are missing then.
let started: Promise<unknown> = Promise.resolve()
