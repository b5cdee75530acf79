import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import type { TextNamespace } from '#core/protocol/screen-addresses.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import { formatNumberInLanguage, formatRelativeWaitTime } from './formats.ts'
import { languageDetector } from './language-detector.ts'
import { supportedLanguages } from './languages.ts'
import { markUntranslatable } from './partly-translated.tsx'
import { retryFailedTexts, textsBackend } from './texts-backend.ts'

export const getCurrentLanguage = (): string => i18next.resolvedLanguage ?? FALLBACK_LANGUAGE

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
  i18next.services.formatter?.add('number', formatNumberInLanguage)
  i18next.services.formatter?.add('wait', formatRelativeWaitTime)
  i18next.services.formatter?.add('kept', markUntranslatable)
}

function tellLanguage(): void {
  const hasAll = (language: string) => shown.every(file => i18next.hasResourceBundle(language, file))
  document.documentElement.lang = i18next.languages.find(hasAll) ?? getCurrentLanguage()
}

function collectsMissingTexts(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.some(({ name }) => name === 'missing-texts') ?? false
}

const TEXTS_TIMEOUT_MS = 4000
/** Texts not loaded after this time count as missing. The pauses between a file's retries add up to 11 s. */
const TEXTS_ERROR_MS = 15_000

export class TextsMissingError extends Error {}

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

/** For React.lazy. Loads texts and code together, so that a component never shows the keys of its texts. */
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
let shown: readonly (TextNamespace | 'common')[] = []
