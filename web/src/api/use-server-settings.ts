import { useEffect, useState } from 'react'
import { isSocialProvider, type SocialProvider } from '#core/social-provider.ts'
import { isObject, request, textOrNull } from './request.ts'

/** What this server is set up for, as far as a screen must know (GET /api/v1/config). No secrets. */
export type ServerSettings = {
  /** Whether mails are kept at /dev/mailbox instead of being sent. */
  readonly mailbox: boolean
  /** Where else one can sign in, in the order of the buttons. */
  readonly providers: readonly SocialProvider[]
  readonly operator: {
    readonly name: string | null
    readonly address: string | null
    readonly email: string | null
  }
  /** Whether Pro can be bought here. */
  readonly billing: boolean
  /** Whether whoever takes payments only stands in, so that no money moves (D8). */
  readonly testPayments: boolean
  /** The external feedback widget that takes the place of our dialog; null where there is none (D11). */
  readonly widget: FeedbackWidget | null
  /** The host that usage figures are shared with by whoever agrees; null where there is none. */
  readonly sink: string | null
}

/** Where the widget's script lies, and its id by place and language. */
export type FeedbackWidget = {
  readonly script: string
  readonly ids: Readonly<Record<'nav' | 'done', Readonly<Record<'de' | 'en', string>>>>
}

/** The settings of the server, or null until they are known; nothing on a screen may depend on them alone. */
export function useServerSettings(): ServerSettings | null {
  const [settings, setSettings] = useState<ServerSettings | null>(null)

  useEffect(() => {
    let isGone = false
    void loadServerSettings().then(loaded => {
      if (!isGone) setSettings(loaded)
    })
    return () => {
      isGone = true
    }
  }, [])

  return settings
}

let loading: Promise<ServerSettings | null> | null = null

/** Asks once per visit; a failure is not kept, so that the next screen asks again. */
export function loadServerSettings(): Promise<ServerSettings | null> {
  loading ??= request('GET', '/api/v1/config').then(answer => {
    if (answer.kind === 'answer') return parseServerSettings(answer.body)
    loading = null
    return null
  })
  return loading
}

/** Reads the answer; what is not there counts as not set up. */
export function parseServerSettings(body: unknown): ServerSettings {
  const { mailbox, providers, operator, analytics, billing, testPayments, feedback } = isObject(body)
    ? body
    : {}
  const { name, address, email } = isObject(operator) ? operator : {}
  return {
    mailbox: mailbox === true,
    providers: Array.isArray(providers) ? providers.filter(isSocialProvider) : [],
    billing: billing === true,
    testPayments: testPayments === true,
    widget: isObject(feedback) ? widgetIn(feedback['widget']) : null,
    operator: { name: textOrNull(name), address: textOrNull(address), email: textOrNull(email) },
    sink: isObject(analytics) ? textOrNull(analytics['sink']) : null,
  }
}

function widgetIn(input: unknown): FeedbackWidget | null {
  if (!isObject(input) || typeof input['script'] !== 'string' || !URL.canParse(input['script'])) return null
  const { nav, done } = isObject(input['ids']) ? input['ids'] : {}
  const ids = { nav: idsIn(nav), done: idsIn(done) }
  if (ids.nav === null || ids.done === null) return null
  return { script: input['script'], ids: { nav: ids.nav, done: ids.done } }
}

function idsIn(input: unknown): { de: string; en: string } | null {
  if (!isObject(input)) return null
  const { de, en } = input
  return typeof de === 'string' && typeof en === 'string' ? { de, en } : null
}
