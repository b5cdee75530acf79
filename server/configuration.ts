import { resolve } from 'node:path'
import { billingSettingsOf } from './billing/stripe-settings.ts'
import type { BillingSettings } from './billing/stripe-settings.ts'
import { developmentSecret } from './development-secret.ts'
import { environmentSchema, exampleOf, LOOPBACK } from './environment.ts'
import type { Environment } from './environment.ts'
import { widgetFaults, widgetOf } from './feedback/widget-settings.ts'
import type { WidgetSettings } from './feedback/widget-settings.ts'
import { socialClientsIn } from './identity/social-settings.ts'
import type { SocialClients } from './identity/social-settings.ts'

/** What the server was told, checked once and then trusted. Times are milliseconds, limits count per hour unless they say otherwise. */
export type Configuration = {
  production: boolean
  port: number
  host: string
  /** Scheme, host and port as the browser shows them, without a slash at the end. */
  origin: string
  /** How many proxies before us write X-Forwarded-For; 0 means that the header is not believed. */
  trustedProxies: number
  /** Null: calm lines for a person at a terminal; a level: JSON lines, requests too from info on. */
  logLevel: string | null
  /** The folder of the log's files, one per day; null: the log goes to the terminal. */
  logDir: string | null
  dataDir: string
  database: { kind: 'embedded'; directory: string } | { kind: 'postgres'; url: string; directUrl: string }
  live: 'listen' | 'poll'
  secret: string
  metricsToken: string | null
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'mailbox'; from: string }
  operator: { name: string | null; address: string | null; email: string | null }
  /** The providers of sign-ins whose keys are set. */
  social: SocialClients
  /** Who takes payments. */
  billing: BillingSettings
  /** Where events go that musicians have agreed to share; null for nowhere. */
  analytics: AnalyticsSink | null
  /** Null where feedback is written in our own dialog. */
  feedbackWidget: WidgetSettings | null
  /** Whether texts that a screen misses are collected for whoever writes them; never in production. */
  missingTexts: boolean
  /** Whether stand-ins take the place of the world outside; never true where anyone else can reach the server. */
  standIns: boolean
  limits: Limits
}

/** A server outside that is given events; `host` is what musicians are shown of it. */
export type AnalyticsSink = { url: string; host: string; token: string | null }

/** How often in an hour, or in a minute where the name says so. */
export type Limits = {
  mailsPerEmail: number
  mailsPerClient: number
  wrongSignInsPerClient: number
  socialSignInsPerClient: number
  feedbackPerClient: number
  eventsPerClient: number
  syncPerMinute: number
}

/** sysexits.h: something was found in an unconfigured or misconfigured state. */
export const EXIT_CONFIGURATION = 78

const REPOSITORY = resolve(import.meta.dirname, '..')

/**
 * Reads the environment. Every fault is named in one message (variable, reason, example), so that nobody has
 * to start the server once per mistake. The only thing it touches is the secret of a development machine,
 * which is made once and kept in the data directory.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
): { kind: 'read'; configuration: Configuration } | { kind: 'faulty'; message: string } {
  // Docker Compose and CI systems pass what is not set as an empty string.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const wrong = environmentSchema.safeParse(given).error?.issues ?? []
  const faults = wrong.map(issue => ({ name: String(issue.path[0]), reason: issue.message }))
  const named = new Set(faults.map(({ name }) => name))
  // Every variable has a default or may be missing: without the faulty ones the rest can still be judged.
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !named.has(name)))
  const parsed = environmentSchema.parse(sound)
  const between = faultsBetween(parsed).filter(({ name }) => !named.has(name))
  faults.push(...between, ...unknownLimits(given))
  return faults.length === 0 ? { kind: 'read', configuration: configurationOf(parsed) } : faulty(faults)
}

type Fault = { name: string; reason: string }

function configurationOf(environment: Environment): Configuration {
  const production = environment.NODE_ENV === 'production'
  const origin = environment.ORIGIN ?? defaultOrigin(environment)
  const dataDir = resolve(environment.DATA_DIR ?? resolve(REPOSITORY, 'data'))
  return Object.freeze({
    production,
    port: environment.PORT,
    host: environment.HOST,
    origin,
    trustedProxies: environment.TRUST_PROXY,
    logLevel: environment.LOG_LEVEL ?? (production ? 'info' : null),
    logDir: logsToFiles(environment) ? resolve(dataDir, 'logs') : null,
    dataDir,
    database: databaseOf(environment, dataDir),
    live: environment.LIVE,
    secret: environment.SECRET ?? developmentSecret(dataDir),
    metricsToken: environment.METRICS_TOKEN ?? null,
    mail: mailOf(environment, origin),
    operator: {
      name: environment.OPERATOR_NAME ?? null,
      address: environment.OPERATOR_ADDRESS ?? null,
      email: environment.OPERATOR_EMAIL ?? null,
    },
    social: socialClientsIn(environment),
    billing: billingSettingsOf(environment),
    analytics: analyticsOf(environment),
    feedbackWidget: widgetOf(environment),
    missingTexts: environment.MISSING_TEXTS === 'collect',
    standIns: !production,
    limits: {
      mailsPerEmail: environment.LIMIT_MAILS_PER_EMAIL,
      mailsPerClient: environment.LIMIT_MAILS_PER_CLIENT,
      wrongSignInsPerClient: environment.LIMIT_WRONG_SIGN_INS_PER_CLIENT,
      socialSignInsPerClient: environment.LIMIT_SOCIAL_SIGN_INS_PER_CLIENT,
      feedbackPerClient: environment.LIMIT_FEEDBACK_PER_CLIENT,
      eventsPerClient: environment.LIMIT_EVENTS_PER_CLIENT,
      syncPerMinute: environment.LIMIT_SYNC_PER_MINUTE,
    },
  })
}

// In production files are the default: the server deletes them itself after the time that its Privacy Policy names.
const logsToFiles = ({ LOG_TO: to, NODE_ENV: mode }: Environment) =>
  to === undefined ? mode === 'production' : to === 'files'

function databaseOf(environment: Environment, dataDir: string): Configuration['database'] {
  const url = environment.DATABASE_URL
  if (url === undefined) return { kind: 'embedded', directory: resolve(dataDir, 'database') }
  return { kind: 'postgres', url, directUrl: environment.DATABASE_URL_DIRECT ?? url }
}

function mailOf(environment: Environment, origin: string): Configuration['mail'] {
  const from = environment.MAIL_FROM ?? `Dacapo <no-reply@${new URL(origin).hostname}>`
  return environment.SMTP_URL === undefined
    ? { kind: 'mailbox', from }
    : { kind: 'smtp', url: environment.SMTP_URL, from }
}

function analyticsOf({ ANALYTICS_URL: url, ANALYTICS_TOKEN: token }: Environment): AnalyticsSink | null {
  return url === undefined ? null : { url, host: new URL(url).host, token: token ?? null }
}

const defaultOrigin = (environment: Environment) => `http://localhost:${environment.PORT}`

function faultsBetween(environment: Environment): Fault[] {
  const faults: Fault[] = [...halfSets(environment)]
  const add = (wrong: boolean, name: string, reason: string) => {
    if (wrong) faults.push({ name, reason })
  }
  const { SMTP_URL: smtp, DATABASE: embedded, DATABASE_URL: postgres } = environment
  add(
    embedded !== undefined && postgres !== undefined,
    'DATABASE',
    'says embedded while DATABASE_URL names another database: set only one of them',
  )
  add(
    environment.DATABASE_URL_DIRECT !== undefined && postgres === undefined,
    'DATABASE_URL_DIRECT',
    'needs DATABASE_URL beside it',
  )
  add(
    smtp !== undefined && insecure(smtp) && !LOOPBACK.has(new URL(smtp).hostname),
    'SMTP_URL',
    'may say ?insecure only for a mail server on this machine: sign-in links would travel readable for all',
  )
  faults.push(...analyticsFaults(environment), ...widgetFaults(environment))
  const origin = environment.ORIGIN ?? defaultOrigin(environment)
  if (environment.NODE_ENV === 'production') {
    add(
      environment.MISSING_TEXTS !== undefined,
      'MISSING_TEXTS',
      'is for the machine of a developer: whoever opens the page could write into the log',
    )
    add(!origin.startsWith('https://'), 'ORIGIN', 'must be https in production')
    add(
      Buffer.byteLength(environment.SECRET ?? '') < 32,
      'SECRET',
      'must have at least 32 random bytes in production',
    )
    add(smtp === undefined, 'SMTP_URL', 'is needed in production: sign-in links go out by mail')
    add(
      postgres === undefined && embedded === undefined,
      'DATABASE_URL',
      'is needed in production (or say DATABASE=embedded to keep everything on this one machine)',
    )
  } else {
    const reason =
      'can be reached by others, and without the production configuration /dev/mailbox would hand them everyone’s' +
      ' sign-in: set NODE_ENV=production (which then names what else it needs), or stay on localhost'
    add(!LOOPBACK.has(environment.HOST), 'HOST', reason)
    add(!LOOPBACK.has(new URL(origin).hostname), 'ORIGIN', reason)
  }
  return faults
}

function* analyticsFaults({ ANALYTICS_URL: url, ANALYTICS_TOKEN: token }: Environment): Iterable<Fault> {
  if (token !== undefined && url === undefined)
    yield { name: 'ANALYTICS_TOKEN', reason: 'needs ANALYTICS_URL beside it' }
  if (url === undefined) return
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && !LOOPBACK.has(hostname))
    yield { name: 'ANALYTICS_URL', reason: 'must be https, but for a server on this machine' }
  if (username !== '' || password !== '')
    yield { name: 'ANALYTICS_URL', reason: 'must not hold a name or a password: set ANALYTICS_TOKEN' }
}

/** Settings that only make sense together: all or none. */
function* halfSets(environment: Environment): Iterable<Fault> {
  const sets = [
    /^STRIPE_/,
    /^GOOGLE_CLIENT_/,
    /^FACEBOOK_CLIENT_/,
    /^TWITTER_CLIENT_/,
    /^FEEDBACK_(TOKEN|WIDGET_)/,
  ]
  for (const pattern of sets) {
    const names = Object.keys(environmentSchema.shape).filter(name => pattern.test(name))
    const set = new Set(Object.keys(environment))
    const missing = names.filter(name => !set.has(name))
    if (missing.length === names.length) continue
    for (const name of missing) yield { name, reason: `is missing: ${names.join(', ')} belong together` }
  }
}

/** A limit with a slip of the pen in its name would silently not hold. */
function unknownLimits(given: Record<string, unknown>): Fault[] {
  const known = new Set(Object.keys(environmentSchema.shape))
  const names = Object.keys(given).filter(name => name.startsWith('LIMIT_') && !known.has(name))
  return names.map(name => ({ name, reason: 'is no limit that the server knows' }))
}

/** True where mails go into the mailbox of a development machine instead of out. */
export const hasMailbox = ({ standIns, mail }: Configuration) => standIns && mail.kind === 'mailbox'

/** Mail without TLS, asked for aloud: `smtp://localhost:2525?insecure`. */
export const insecure = (smtpUrl: string) => new URL(smtpUrl).searchParams.has('insecure')

function faulty(faults: readonly Fault[]): { kind: 'faulty'; message: string } {
  const lines = faults.map(({ name, reason }) => {
    const example = exampleOf(name)
    return `  ${name} ${reason}${example === null ? '' : `, e.g. ${name}=${example}`}`
  })
  const title = `Dacapo cannot start: ${faults.length === 1 ? 'one setting is' : `${faults.length} settings are`} wrong.`
  return { kind: 'faulty', message: [title, ...lines].join('\n') }
}
