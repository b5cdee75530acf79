import { environmentSchema, LOOPBACK_HOSTS, originFromEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { liveSettingFaults } from './live-settings.ts'
import { looksRandom } from './looks-random.ts'
import { widgetSettingFaults } from './widget-settings.ts'

/** A fault of one setting. `reason` is printed after the setting's name, as the rest of a sentence. */
export type SettingFault = { name: string; reason: string }

/**
 * Yields the faults that are visible only if several settings are compared: invalid combinations, and settings that
 * are required or forbidden in production or development.
 */
export function* crossSettingFaults(environment: Environment): Iterable<SettingFault> {
  yield* incompleteSetFaults(environment)
  yield* databaseFaults(environment)
  yield* liveSettingFaults(environment)
  const { SMTP_URL: smtp } = environment
  if (smtp !== undefined && allowsPlainTextSmtp(smtp) && !LOOPBACK_HOSTS.has(new URL(smtp).hostname)) {
    const reason =
      'may say ?insecure only for a mail server on this machine: sign-in links would travel readable for all'
    yield { name: 'SMTP_URL', reason }
  }
  yield* analyticsFaults(environment)
  yield* widgetSettingFaults(environment)
  yield* environment.NODE_ENV === 'production'
    ? productionFaults(environment)
    : developmentFaults(environment)
}

function* databaseFaults(environment: Environment): Iterable<SettingFault> {
  const { DATABASE: embedded, DATABASE_URL: postgres, DATABASE_URL_DIRECT: direct } = environment
  if (embedded !== undefined && postgres !== undefined) {
    const reason = 'says embedded while DATABASE_URL names another database: set only one of them'
    yield { name: 'DATABASE', reason }
  }
  if (direct !== undefined && postgres === undefined)
    yield { name: 'DATABASE_URL_DIRECT', reason: 'needs DATABASE_URL beside it' }
}

function* productionFaults(environment: Environment): Iterable<SettingFault> {
  if (environment.MISSING_TEXTS !== undefined) {
    const reason = 'is for the machine of a developer: whoever opens the page could write into the log'
    yield { name: 'MISSING_TEXTS', reason }
  }
  if (environment.DEV_KEY !== undefined)
    yield { name: 'DEV_KEY', reason: 'is for the machine of a developer: there is no /dev here' }
  if (environment.TRUST_PROXY === undefined) {
    const reason =
      'is needed in production: 1 behind a proxy of yours (nginx, Caddy, a load balancer), 0 where none stands before it'
    yield { name: 'TRUST_PROXY', reason }
  }
  if (!originFromEnvironment(environment).startsWith('https://'))
    yield { name: 'ORIGIN', reason: 'must be https in production' }
  if (!looksRandom(environment.SECRET ?? '', SECRET_BYTES))
    yield { name: 'SECRET', reason: 'must have at least 32 bytes that look random in production' }
  if (environment.SECRET_PREVIOUS !== undefined && !looksRandom(environment.SECRET_PREVIOUS, SECRET_BYTES)) {
    const reason =
      'must have at least 32 bytes that look random in production: cookies signed with a weaker one could be forged. Leave it out; everybody signs in anew'
    yield { name: 'SECRET_PREVIOUS', reason }
  }
  if (environment.METRICS_TOKEN !== undefined && !looksRandom(environment.METRICS_TOKEN, TOKEN_BYTES))
    yield { name: 'METRICS_TOKEN', reason: 'must look random in production' }
  for (const name of ['DATABASE_URL', 'DATABASE_URL_DIRECT'] as const) {
    const url = environment[name]
    if (url !== undefined && mayBeUnencrypted(url)) {
      const reason =
        'must say ?sslmode=verify-full for a database on another machine (or ?sslmode=disable where the network between is yours)'
      yield { name, reason }
    }
  }
  if (environment.SMTP_URL === undefined)
    yield { name: 'SMTP_URL', reason: 'is needed in production: sign-in links go out by mail' }
  if (environment.DATABASE_URL === undefined && environment.DATABASE === undefined) {
    const reason = 'is needed in production (or say DATABASE=embedded to keep everything on this one machine)'
    yield { name: 'DATABASE_URL', reason }
  }
}

const SECRET_BYTES = 32
const TOKEN_BYTES = 24
/** Returns true for a PostgreSQL on another machine whose address does not set sslmode. */
const mayBeUnencrypted = (databaseUrl: string): boolean =>
  isRemoteDatabase(databaseUrl) &&
  !SSL_MODES.has(new URL(databaseUrl).searchParams.getAll('sslmode').at(-1) ?? '')

/**
 * Returns true if a PostgreSQL address points to another machine. As in the driver pg, the query parameter `host` takes
 * precedence over the host of the address, and a path means a local socket.
 */
export function isRemoteDatabase(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.getAll('host').at(-1) || hostname
  return host !== '' && !/^(\/|%2f)/i.test(host) && !LOOPBACK_HOSTS.has(host)
}

const SSL_MODES = new Set(['disable', 'require', 'verify-ca', 'verify-full'])

function* developmentFaults(environment: Environment): Iterable<SettingFault> {
  const reason =
    'can be reached by others, and without the production configuration anyone could sign in as any user:' +
    ' set NODE_ENV=production (which then names what else it needs), or stay on localhost'
  if (!LOOPBACK_HOSTS.has(environment.HOST)) yield { name: 'HOST', reason }
  if (!LOOPBACK_HOSTS.has(new URL(originFromEnvironment(environment)).hostname))
    yield { name: 'ORIGIN', reason }
}

function* analyticsFaults({
  ANALYTICS_URL: url,
  ANALYTICS_TOKEN: token,
}: Environment): Iterable<SettingFault> {
  if (token !== undefined && url === undefined)
    yield { name: 'ANALYTICS_TOKEN', reason: 'needs ANALYTICS_URL beside it' }
  if (url === undefined) return
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname))
    yield { name: 'ANALYTICS_URL', reason: 'must be https, but for a server on this machine' }
  if (username !== '' || password !== '')
    yield { name: 'ANALYTICS_URL', reason: 'must not hold a name or a password: set ANALYTICS_TOKEN' }
}

/** Yields the missing settings of each group that must be set completely or not at all. */
function* incompleteSetFaults(environment: Environment): Iterable<SettingFault> {
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

/**
 * Returns a fault for each unknown variable that starts with LIMIT_, because a misspelled limit would have no effect.
 */
export function unknownLimitFaults(given: Record<string, unknown>): SettingFault[] {
  const known = new Set(Object.keys(environmentSchema.shape))
  const names = Object.keys(given).filter(name => name.startsWith('LIMIT_') && !known.has(name))
  return names.map(name => ({ name, reason: 'is no limit that the server knows' }))
}

/**
 * Returns true if an SMTP URL allows an unencrypted connection by its parameter `insecure`:
 * `smtp://localhost:2525?insecure`.
 */
export const allowsPlainTextSmtp = (smtpUrl: string) => new URL(smtpUrl).searchParams.has('insecure')
