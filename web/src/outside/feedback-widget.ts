import type { FeedbackWidget } from '#web/api/use-server-settings.ts'
import { trustScripts } from './trusted-scripts.ts'

export type FeedbackPlace = 'nav' | 'done'

// Usersnap's global snippet: the script calls this function with its interface when it is there.
const CALLBACK = 'dacapoFeedbackLoaded'
const PATIENCE_MS = 5000

type WidgetApi = {
  init(options: { locale: string; useLocalStorage: boolean; useSystemFonts: boolean }): unknown
  show(id: string): PromiseLike<{ open(): void }>
}

let loading: Promise<WidgetApi | null> | null = null

/**
 * Opens the external feedback widget: the one for the place, in German for a language that begins with de, in English
 * otherwise (spec 2). False when it cannot be had, and then our own dialog is what there is (rule FB10).
 */
export async function openFeedbackWidget(
  widget: FeedbackWidget,
  place: FeedbackPlace,
  language: string,
): Promise<boolean> {
  if (!navigator.onLine) return false
  const short = language.startsWith('de') ? 'de' : 'en'
  loading ??= load(widget.script, short)
  try {
    const api = await loading
    if (api === null) throw new Error('the widget did not come')
    const opened = api.show(widget.ids[place][short]).then(shown => {
      shown.open()
      return true
    })
    return await Promise.race([opened, later(false)])
  } catch {
    // The next press asks again.
    loading = null
    return false
  }
}

async function load(address: string, locale: string): Promise<WidgetApi | null> {
  const url = new URL(address)
  url.searchParams.set('onload', CALLBACK)
  const came = Promise.withResolvers<WidgetApi | null>()
  Object.assign(window, { [CALLBACK]: came.resolve })
  const script = document.createElement('script')
  script.addEventListener('error', () => came.resolve(null))
  trustScripts(url)(script)
  document.head.append(script)
  const api = await Promise.race([came.promise, later(null)])
  // It keeps nothing outside the user's own database (D21) and loads no fonts from elsewhere.
  await api?.init({ locale, useLocalStorage: false, useSystemFonts: true })
  return api
}

const later = <T>(value: T) => new Promise<T>(resolve => setTimeout(resolve, PATIENCE_MS, value))
