import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import type { TextNamespace } from '#core/protocol/screen-addresses.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import { formatNumber, formatRelativeWaitTime } from './formats.ts'
import { languageDetector } from './language-detector.ts'
import { supportedLanguages } from './languages.ts'
import { markUntranslatable } from './partly-translated.tsx'
import { retryFailedTexts, textsBackend } from './texts-backend.ts'

export const getCurrentLanguage = (): string => i18next.resolvedLanguage ?? FALLBACK_LANGUAGE

/** Starts to load the common and the first screen's texts. `loadTextNamespaces` waits for them (spec 7, 9). */
export function startLoadingTexts(firstScreen: readonly TextNamespace[]): void {
  shown = ['common', ...firstScreen]
  i18next.on('languageChanged', tellLanguage)
  addEventListener('online', () => void retryFailedTexts())

  started = i18next
    .use(textsBackend)
    .use(languageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: FALLBACK_LANGUAGE,
      supportedLngs: supportedLanguages,
      // de-AT uses de and requests no file of its own.
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      ns: ['common', ...firstScreen],
      defaultNS: 'common',
      saveMissing: collectsMissingTexts(),
      interpolation: { escapeValue: false },
      // A screen renders when its texts are loaded (loadTextNamespaces), and re-renders when late ones arrive.
      react: { useSuspense: false, bindI18nStore: 'added' },
    })
  i18next.store.on('added', tellLanguage)
  i18next.services.formatter?.add('number', formatNumber)
  i18next.services.formatter?.add('wait', formatRelativeWaitTime)
  i18next.services.formatter?.add('kept', markUntranslatable)
}

/** Sets the page's `lang`, to English while texts in the chosen language are missing. */
function tellLanguage(): void {
  const hasAll = (language: string) => shown.every(file => i18next.hasResourceBundle(language, file))
  document.documentElement.lang = i18next.languages.find(hasAll) ?? getCurrentLanguage()
}

/** The page's Server-Timing header tells whether the server collects missing texts (rule HT8). */
function collectsMissingTexts(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.some(({ name }) => name === 'missing-texts') ?? false
}

/** The time after which a screen with missing texts shows built-in English ones. */
const TEXTS_TIMEOUT_MS = 4000
/** The time after which missing texts are an error. The pauses between all retries of a file last 11 s. */
const TEXTS_ERROR_MS = 15_000

/** Thrown if a screen's texts could be loaded neither in the chosen language nor in English. */
export class TextsMissingError extends Error {}

/**
 * Resolves when the texts have loaded, or after 4 s if built-in English can replace them. Rejects with
 * TextsMissingError if some are still missing after all retries, at the latest after 15 s (rule UI3).
 */
export async function loadTextNamespaces(namespaces: readonly TextNamespace[]): Promise<void> {
  await waitForTexts(namespaces)
  if (namespaces.length > 0) shown = namespaces
  tellLanguage()
}

async function waitForTexts(namespaces: readonly TextNamespace[]): Promise<void> {
  const loaded = started.then(() => i18next.loadNamespaces(namespaces))
  await Promise.race([loaded, sleep(TEXTS_TIMEOUT_MS)])
  if (hasTexts('common') && namespaces.every(hasTexts)) return
  await addFallbackEnglishTexts()
  if (namespaces.every(hasTexts)) return
  await Promise.race([loaded, sleep(TEXTS_ERROR_MS - TEXTS_TIMEOUT_MS)])
  const missing = namespaces.filter(namespace => !hasTexts(namespace))
  if (missing.length > 0) throw new TextsMissingError(`no texts of ${missing.join(', ')}`)
}

/** Adds built-in English texts for the frame and sign-in screens. Other screens show an error (UI3). */
async function addFallbackEnglishTexts(): Promise<void> {
  const files = {
    common: () => import('../../../locales/en/common.json'),
    'sign-in': () => import('../../../locales/en/sign-in.json'),
  }
  await Promise.all(
    Object.entries(files).map(async ([namespace, load]) => {
      if (i18next.hasResourceBundle('en', namespace)) return
      const texts = await load().catch(() => null)
      if (texts !== null) i18next.addResourceBundle('en', namespace, texts.default)
    }),
  )
}

const hasTexts = (namespace: TextNamespace | 'common') =>
  i18next.languages.some(language => i18next.hasResourceBundle(language, namespace))

/** For React.lazy. Loads the texts together with the code, so that a component never shows keys of texts. */
export async function loadWithTexts<Part>(
  namespaces: readonly TextNamespace[],
  load: () => Promise<Part>,
): Promise<{ default: Part }> {
  const [part] = await Promise.all([load(), loadTextNamespaces(namespaces)])
  return { default: part }
}

// i18next resolves this after its last retry; a rejection only reports missing texts.
// Module state: the page has one language, which i18next keeps in a module.
let started: Promise<unknown> = Promise.resolve()
/** The texts that were loaded last, which are usually those of the current screen. */
let shown: readonly (TextNamespace | 'common')[] = []
