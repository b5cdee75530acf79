import { createHmac } from 'node:crypto'
import type { BillingInterval, Currency } from '#core/plan/prices.ts'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#core/protocol/sign-in.ts'
import { LOOPBACK_HOSTS, type Environment } from './environment.ts'

/**
 * The way in which several server processes with one PostgreSQL database notify each other of changes to a library (a
 * user's data): by notifications of PostgreSQL ('listen'), by polling ('poll'), or through Redis.
 */
export type LiveSetting = 'listen' | 'poll' | { kind: 'redis'; url: string }

/**
 * Returns how server processes notify each other of changes, from the setting LIVE: 'listen' (PostgreSQL's LISTEN, the
 * default), 'poll' or the URL of a Redis server.
 */
export const parseLiveSetting = ({ LIVE: live = 'listen' }: Environment): LiveSetting =>
  live === 'listen' || live === 'poll' ? live : { kind: 'redis', url: live }

/**
 * Yields the faults of the environment variable LIVE if it names a Redis, for a message to the operator.
 *
 * @param usesPostgres false for the embedded database
 */
export function* liveSettingFaults(
  environment: Environment,
  usesPostgres: boolean,
): Iterable<{ name: string; reason: string }> {
  const live = parseLiveSetting(environment)
  if (typeof live === 'string') return
  const name = 'LIVE'
  if (!usesPostgres) {
    const reason = 'needs a PostgreSQL beside it: the embedded database has one server, which needs no Redis'
    yield { name, reason }
  }
  const { hostname, pathname } = new URL(live.url)
  if (hostname === '') yield { name, reason: 'names no host' }
  if (!/^(\/\d*)?$/.test(pathname))
    yield { name, reason: 'may have nothing but the number of a database behind the host' }
  if (environment.NODE_ENV === 'production' && leavesUnencrypted(live.url)) {
    const reason =
      'must be rediss:// on another machine, or say ?insecure if the network between is yours alone'
    yield { name, reason }
  }
}

/** Returns true if an address of Redis leads to another machine without TLS, and does not say that it may. */
function leavesUnencrypted(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'redis:' && !LOOPBACK_HOSTS.has(hostname) && !searchParams.has('insecure')
}

export type StripeSettings = {
  kind: 'stripe'
  secretKey: string
  webhookSecret: string
  prices: Record<Currency, Record<BillingInterval, string>>
  /** Address of the API of the local replacement for Stripe; missing if the real Stripe is used. */
  host?: { protocol: 'http' | 'https'; host: string; port: number }
}

export type BillingSettings = StripeSettings | { kind: 'none' }

export function parseBillingSettings(environment: Environment): BillingSettings {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICES: ids,
  } = environment
  if (secretKey === undefined || webhookSecret === undefined || ids === undefined) return { kind: 'none' }
  const [euroMonth, euroYear, dollarMonth, dollarYear] = ids
  const prices = {
    EUR: { month: euroMonth, year: euroYear },
    USD: { month: dollarMonth, year: dollarYear },
  }
  return { kind: 'stripe', secretKey, webhookSecret, prices }
}

/** The id and secret with which this server identifies itself to a social sign-in provider. */
export type OAuthClient = { clientId: string; clientSecret: string }

export type OAuthClients = Partial<Record<SocialProvider, OAuthClient>>

export function parseOAuthClients(environment: Environment): OAuthClients {
  const { GOOGLE_CLIENT: google, FACEBOOK_CLIENT: facebook, TWITTER_CLIENT: twitter } = environment
  return { ...(google && { google }), ...(facebook && { facebook }), ...(twitter && { twitter }) }
}

type ProviderSettings = { production: boolean; social: OAuthClients; secret: string }

/**
 * Returns true if one local OpenID provider replaces all social sign-in providers. This is the case on a development
 * machine without keys for any provider (D8).
 */
export const usesStandInSocialProviders = ({ production, social }: ProviderSettings) =>
  !production && Object.keys(social).length === 0

/**
 * Returns the OAuth clients in use: the configured ones or, on a development machine without provider keys, those of
 * the local stand-in.
 */
export function activeOAuthClients(configuration: ProviderSettings): OAuthClients {
  return usesStandInSocialProviders(configuration)
    ? standInClients(configuration.secret)
    : configuration.social
}

// Derived from our own secret, so that no other program on this machine can pose as this server.
function standInClients(secret: string): OAuthClients {
  const secretFor = (name: SocialProvider) =>
    createHmac('sha256', secret).update(`provider stand-in ${name}`).digest('hex')
  return Object.fromEntries(
    SOCIAL_PROVIDERS.map(name => [name, { clientId: `stand-in-for-${name}`, clientSecret: secretFor(name) }]),
  )
}

/** Returns the social sign-in providers that users can sign in with, in the order of their buttons. */
export function offeredProviders(configuration: ProviderSettings): SocialProvider[] {
  const clients = activeOAuthClients(configuration)
  return SOCIAL_PROVIDERS.filter(name => clients[name] !== undefined)
}

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

export function* widgetSettingFaults(environment: Environment): Iterable<{ name: string; reason: string }> {
  const { FEEDBACK_WIDGET: url } = environment
  if (url === undefined) return
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname))
    yield { name: 'FEEDBACK_WIDGET', reason: 'must be https' }
}
