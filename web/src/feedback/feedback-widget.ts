import type { ServerSettings } from '#web/api/server-settings.ts'
import { createTrustedScriptSrcSetter } from './trusted-scripts.ts'

// Usersnap's global snippet calls this function with its interface when it has loaded.
const CALLBACK = 'dacapoFeedbackLoaded'
const WIDGET_TIMEOUT_MS = 5000

type WidgetApi = {
  init(options: { locale: string; useLocalStorage: boolean; useSystemFonts: boolean }): unknown
  show(id: string): PromiseLike<{ open(): void }>
}

// Module state: the loaded script of the widget, which is global in the page.
let loading: Promise<WidgetApi | null> | null = null

/** Resolves to false if the widget cannot be opened; then show our own dialog (rule FB10). */
export async function openFeedbackWidget(
  widget: NonNullable<ServerSettings['widget']>,
  place: 'nav' | 'done',
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
    // The next press tries again.
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
  createTrustedScriptSrcSetter(url)(script)
  document.head.append(script)
  const api = await Promise.race([came.promise, later(null)])
  // The widget stores nothing outside the user's own database (D21) and loads no external fonts.
  await api?.init({ locale, useLocalStorage: false, useSystemFonts: true })
  return api
}

const later = <T>(value: T) => new Promise<T>(resolve => setTimeout(resolve, WIDGET_TIMEOUT_MS, value))
