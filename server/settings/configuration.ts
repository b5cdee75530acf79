import { findPackageJSON } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import type { BillingInterval, Currency } from '#core/plan/prices.ts'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#core/protocol/sign-in.ts'
import { deriveDevPagesKey } from '#server/http/request-guards.ts'
import { findSettingFaults, DEFAULT_RATE_LIMITS, SETTING_NAMES, SETTING_DEFINITIONS } from './environment.ts'
import type { RawEnvironmentSettings, SettingFault } from './environment.ts'

export type Configuration = Readonly<ReturnType<typeof toConfiguration>>

export type OAuthClient = { clientId: string; clientSecret: string }

export type OAuthClients = Partial<Record<SocialProvider, OAuthClient>>

export type StripeSettings = {
  kind: 'stripe'
  secretKey: string
  webhookSecret: string
  prices: Record<Currency, Record<BillingInterval, string>>
  /** The address of the local replacement for Stripe; missing if the real Stripe is used. */
  host?: { protocol: 'http' | 'https'; host: string; port: number }
}

export type AnalyticsSink = { url: string; host: string; token: string | null }

/** This is EX_CONFIG of sysexits.h, which means that a restart would not help. */
export const CONFIGURATION_EXIT_CODE = 78

export const REPOSITORY_FOLDER = dirname(findPackageJSON(import.meta.url) ?? '')

/** In development, creates a missing SECRET in the data folder. */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
): { kind: 'read'; configuration: Configuration } | { kind: 'faulty'; message: string } {
  const given: RawEnvironmentSettings = {}
  for (const name of SETTING_NAMES) {
    const value = environment[name]
    // Docker Compose and CI systems pass an empty string for variables that are not set.
    if (value !== undefined && value.trim() !== '') given[name] = value
  }
  const faults = findSettingFaults(given)
  return faults.length === 0
    ? { kind: 'read', configuration: toConfiguration(given) }
    : { kind: 'faulty', message: faultMessage(faults) }
}

function toConfiguration(given: RawEnvironmentSettings) {
  const { PORT: port = '3000', DATABASE_URL: url = 'embedded', LIVE: live = 'listen', SMTP_URL: smtp } = given
  const production = given.NODE_ENV === 'production'
  const { origin, hostname } = new URL(given.ORIGIN ?? `http://localhost:${port}`)
  const dataDir = resolve(given.DATA_DIR ?? resolve(REPOSITORY_FOLDER, 'data'))
  const secret = given.SECRET ?? loadDevelopmentSecret(dataDir)
  const from = given.MAIL_FROM ?? `Dacapo <no-reply@${hostname}>`
  return {
    production,
    port: Number(port),
    host: given.HOST ?? '127.0.0.1',
    /** Without a trailing slash. */
    origin,
    trustedProxies: Number(given.TRUST_PROXY ?? 0),
    logLevel: given.LOG_LEVEL ?? (production ? 'info' : null),
    dataDir,
    database:
      url === 'embedded'
        ? { kind: 'embedded' as const, directory: resolve(dataDir, 'database') }
        : { kind: 'postgres' as const, url, directUrl: given.DATABASE_URL_DIRECT ?? url },
    live: busTransport(live),
    secret,
    metricsToken: given.METRICS_TOKEN ?? null,
    mail:
      smtp === undefined ? { kind: 'mailbox' as const, from } : { kind: 'smtp' as const, url: smtp, from },
    operator: {
      name: given.OPERATOR_NAME ?? null,
      address: given.OPERATOR_ADDRESS ?? null,
      email: given.OPERATOR_EMAIL ?? null,
    },
    ...socialSettings(given, secret),
    billing: billingSettings(given),
    analytics: analyticsSink(given),
    feedbackWidget: widgetSettings(given),
    devKey: deriveDevPagesKey(secret),
    limits: { ...DEFAULT_RATE_LIMITS, ...limitsFrom(given) },
  }
}

const busTransport = (live: string): 'listen' | 'poll' | { kind: 'redis'; url: string } =>
  live === 'listen' || live === 'poll' ? live : { kind: 'redis', url: live }

function socialSettings(given: RawEnvironmentSettings, secret: string) {
  const clients = {
    google: given.GOOGLE_CLIENT,
    facebook: given.FACEBOOK_CLIENT,
    twitter: given.TWITTER_CLIENT,
  }
  const isNoneGiven = SOCIAL_PROVIDERS.every(provider => clients[provider] === undefined)
  const usesStandInProviders = given.NODE_ENV !== 'production' && isNoneGiven
  const social: OAuthClients = {}
  for (const provider of SOCIAL_PROVIDERS) {
    const client = usesStandInProviders ? standInClient(provider, secret) : clients[provider]
    const [clientId = '', ...rest] = client?.split(':') ?? []
    if (client !== undefined) social[provider] = { clientId, clientSecret: rest.join(':') }
  }
  return {
    social,
    usesStandInProviders,
  }
}

// Derived from our own secret, so that no other program on this machine can pose as this server.
const standInClient = (provider: SocialProvider, secret: string) =>
  `stand-in-for-${provider}:${createHmac('sha256', secret).update(`provider stand-in ${provider}`).digest('hex')}`

function billingSettings(given: RawEnvironmentSettings): StripeSettings | { kind: 'none' } {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: ids } = given
  if (secretKey === undefined || webhookSecret === undefined || ids === undefined) return { kind: 'none' }
  const [euroMonth, euroYear, dollarMonth, dollarYear] = fourTexts(ids)
  const prices = {
    EUR: { month: euroMonth, year: euroYear },
    USD: { month: dollarMonth, year: dollarYear },
  }
  return { kind: 'stripe', secretKey, webhookSecret, prices }
}

function analyticsSink({ ANALYTICS_URL: address }: RawEnvironmentSettings): AnalyticsSink | null {
  if (address === undefined) return null
  const url = new URL(address)
  const token = url.password === '' ? null : decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, host: url.host, token }
}

/** The external feedback widget must support the protocol of Usersnap's global snippet (decision 0015). */
function widgetSettings({ FEEDBACK_WIDGET: address, FEEDBACK_WIDGET_IDS: ids }: RawEnvironmentSettings) {
  if (address === undefined || ids === undefined) return null
  const { href: script, origin } = new URL(address)
  const [navDe, navEn, doneDe, doneEn] = fourTexts(ids)
  return { script, origin, ids: { nav: { de: navDe, en: navEn }, done: { de: doneDe, en: doneEn } } }
}

function fourTexts(setting: string): readonly [string, string, string, string] {
  const [first = '', second = '', third = '', fourth = ''] = setting.split(',').map(part => part.trim())
  return [first, second, third, fourth]
}

function limitsFrom({ LIMITS: text = '' }: RawEnvironmentSettings): Partial<typeof DEFAULT_RATE_LIMITS> {
  const pairs = text.matchAll(/(\w+)=(\d+)/g)
  return Object.fromEntries([...pairs].map(([, name, number]) => [name, Number(number)]))
}

export const usesDevMailbox = ({ production, mail }: Configuration) => !production && mail.kind === 'mailbox'

function faultMessage(faults: readonly SettingFault[]): string {
  const count = faults.length === 1 ? 'one setting is' : `${faults.length} settings are`
  const lines = faults.map(
    ({ name, reason }) => `  ${name} ${reason}, e.g. ${name}=${SETTING_DEFINITIONS[name][0]}`,
  )
  return [`Dacapo cannot start: ${count} wrong.`, ...lines].join('\n')
}

function loadDevelopmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // A full disk may leave a truncated file. A short secret could be guessed and used to forge cookies.
  if (known.length >= DEVELOPMENT_SECRET_LENGTH) return known
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(file, secret, { mode: 0o600, flush: true })
  return secret
}

const DEVELOPMENT_SECRET_LENGTH = 64

const ENVIRONMENT_FILE = join(REPOSITORY_FOLDER, '.env')

export function loadEnvironmentFile(): void {
  if (!existsSync(ENVIRONMENT_FILE)) return
  try {
    process.loadEnvFile(ENVIRONMENT_FILE)
  } catch {
    process.stderr.write(
      `This user may not read the settings in ${ENVIRONMENT_FILE}: start Dacapo as its owner.\n`,
    )
    process.exit(CONFIGURATION_EXIT_CODE)
  }
}

export const PRODUCT_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(REPOSITORY_FOLDER, 'package.json'), 'utf8'))).version
