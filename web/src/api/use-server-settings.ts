import { useEffect, useState } from 'react'
import { isSocialProvider, type SocialProvider } from '#core/protocol/social-provider.ts'
import { requestApi } from './request.ts'
import { isObject, parseNonEmptyString } from './send-request.ts'

/** The public settings of the server, such as which optional features are configured (GET /api/v1/config). */
export type ServerSettings = {
  /**
   * Where a developer finds the mails of a server that sends none. 'link' means at /dev/mailbox. 'terminal' means only
   * in the server's terminal, because this browser has not opened the address that is printed there. 'none' means that
   * the server sends mails.
   */
  readonly mailbox: 'none' | 'terminal' | 'link'
  /** The available sign-in providers, in the order of their buttons. */
  readonly providers: readonly SocialProvider[]
  readonly operator: {
    readonly name: string | null
    readonly address: string | null
    readonly email: string | null
  }
  /** True if this server sells Pro. */
  readonly billing: boolean
  /** True if payments go to a local stand-in for Stripe, so that no money moves (D8). */
  readonly testPayments: boolean
  /** The external feedback widget that replaces our dialog, or null if none is configured (D11). */
  readonly widget: FeedbackWidget | null
  /** Host name of the external server that receives usage statistics from users who agree, or null for none. */
  readonly sink: string | null
}

/**
 * The settings of the external feedback widget: the URL of its script, and the ids of its forms. There is one form for
 * each place from which it is opened, in each language.
 */
export type FeedbackWidget = {
  readonly script: string
  readonly ids: Readonly<Record<'nav' | 'done', Readonly<Record<'de' | 'en', string>>>>
}

/**
 * Returns the server's public settings, or null while they are loading and after loading has failed. Screens must work
 * without them.
 */
export const useServerSettings = (): ServerSettings | null => useServerSettingsStatus() ?? null

/** Returns the server's public settings. Returns undefined while they load, and null if loading has failed. */
export function useServerSettingsStatus(): ServerSettings | null | undefined {
  const [settings, setSettings] = useState<ServerSettings | null>()

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

// Module state: a cache of what the server tells every visitor alike.
let loading: Promise<ServerSettings | null> | null = null

/**
 * Loads the server's public settings. Later calls on the same page return the same result. Resolves to null if loading
 * fails. A failure is not cached, so that the next screen tries again.
 */
export function loadServerSettings(): Promise<ServerSettings | null> {
  loading ??= requestApi('GET', '/api/v1/config').then(answer => {
    if (answer.kind === 'answer') return parseServerSettings(answer.body)
    loading = null
    return null
  })
  return loading
}

/** Parses the server's public settings. A missing field means that the feature is not configured. Never fails. */
export function parseServerSettings(body: unknown): ServerSettings {
  const { mailbox, providers, operator, analytics, billing, testPayments, feedback } = isObject(body)
    ? body
    : {}
  const { name, address, email } = isObject(operator) ? operator : {}
  return {
    mailbox: mailbox === 'link' || mailbox === 'terminal' ? mailbox : 'none',
    providers: Array.isArray(providers) ? providers.filter(isSocialProvider) : [],
    billing: billing === true,
    testPayments: testPayments === true,
    widget: isObject(feedback) ? widgetIn(feedback['widget']) : null,
    operator: {
      name: parseNonEmptyString(name),
      address: parseNonEmptyString(address),
      email: parseNonEmptyString(email),
    },
    sink: isObject(analytics) ? parseNonEmptyString(analytics['sink']) : null,
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
