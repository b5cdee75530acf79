import { LOOPBACK_HOSTS } from './environment.ts'
import type { Environment } from './environment.ts'

/**
 * The settings of an external feedback widget: the URL of its script, the script's origin, and the widget ids by
 * placement and language (D11).
 */
export type WidgetSettings = {
  script: string
  origin: string
  ids: Record<'nav' | 'done', Record<'de' | 'en', string>>
}

/**
 * Returns the settings of the external feedback widget, or null if the app's own dialog is used. The script speaks the
 * protocol of Usersnap's global snippet (docs/decisions/0015-feedback-widget.md).
 */
export function parseWidgetSettings(environment: Environment): WidgetSettings | null {
  const { FEEDBACK_WIDGET: script, FEEDBACK_WIDGET_IDS: ids } = environment
  if (script === undefined || ids === undefined) return null
  const { href, origin } = new URL(script)
  const [navDe, navEn, doneDe, doneEn] = ids
  return { script: href, origin, ids: { nav: { de: navDe, en: navEn }, done: { de: doneDe, en: doneEn } } }
}

/** Yields the fault of the environment variable with the URL of the feedback widget's script. */
export function* widgetSettingFaults(environment: Environment): Iterable<{ name: string; reason: string }> {
  const { FEEDBACK_WIDGET: url } = environment
  if (url === undefined) return
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname))
    yield { name: 'FEEDBACK_WIDGET', reason: 'must be https' }
}
