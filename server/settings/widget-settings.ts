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

// Usersnap's global snippet, whose protocol our page implements (docs/decisions/0015-feedback-widget.md).
const USERSNAP = 'https://widget.usersnap.com/global/load/{token}'
const TOKEN_PLACEHOLDER = /\{token\}|%7Btoken%7D/i

/** Returns the settings of the external feedback widget, or null if the app's own dialog is used. */
export function parseWidgetSettings(environment: Environment): WidgetSettings | null {
  const { FEEDBACK_TOKEN: token, FEEDBACK_SCRIPT_URL: template = USERSNAP } = environment
  const { FEEDBACK_WIDGET_NAV_DE: navDe, FEEDBACK_WIDGET_NAV_EN: navEn } = environment
  const { FEEDBACK_WIDGET_DONE_DE: doneDe, FEEDBACK_WIDGET_DONE_EN: doneEn } = environment
  if (!token || !navDe || !navEn || !doneDe || !doneEn) return null
  const { href, origin } = new URL(template.replace(TOKEN_PLACEHOLDER, encodeURIComponent(token)))
  return { script: href, origin, ids: { nav: { de: navDe, en: navEn }, done: { de: doneDe, en: doneEn } } }
}

/** Yields the faults of the environment variable with the URL of the feedback widget's script. */
export function* widgetSettingFaults(environment: Environment): Iterable<{ name: string; reason: string }> {
  const { FEEDBACK_SCRIPT_URL: url, FEEDBACK_TOKEN: token } = environment
  if (url === undefined) return
  const { protocol, hostname } = new URL(url)
  const name = 'FEEDBACK_SCRIPT_URL'
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname)) yield { name, reason: 'must be https' }
  if (!TOKEN_PLACEHOLDER.test(url)) yield { name, reason: 'must hold {token} where FEEDBACK_TOKEN belongs' }
  if (token === undefined) yield { name, reason: 'needs FEEDBACK_TOKEN and the FEEDBACK_WIDGET_… beside it' }
}
