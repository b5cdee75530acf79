import { environmentSchema, LOOPBACK_HOSTS, originFromEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { liveSettingFaults, widgetSettingFaults } from './service-settings.ts'

/** A fault of one setting. `reason` is printed after the setting's name, as the rest of a sentence. */
export type SettingFault = { name: string; reason: string }

/**
 * Yields the faults that are visible only if several settings are compared: invalid combinations, and settings that
 * are required or forbidden in production or development.
 */
export function* crossSettingFaults(environment: Environment): Iterable<SettingFault> {
  yield* incompleteSetFaults(environment)
  yield* databaseFaults(environment)
  yield* liveSettingFaults(environment, postgresUrl(environment) !== null)
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
  if (environment.DATABASE_URL_DIRECT !== undefined && postgresUrl(environment) === null)
    yield { name: 'DATABASE_URL_DIRECT', reason: 'needs the DATABASE_URL of a PostgreSQL beside it' }
}

const postgresUrl = ({ DATABASE_URL: url }: Environment) =>
  url === undefined || url === 'embedded' ? null : url

function* productionFaults(environment: Environment): Iterable<SettingFault> {
  if (environment.TRUST_PROXY === undefined) {
    const reason =
      'is needed in production: 1 behind a proxy of yours (nginx, Caddy, a load balancer), 0 where none stands before it'
    yield { name: 'TRUST_PROXY', reason }
  }
  if (!originFromEnvironment(environment).startsWith('https://'))
    yield { name: 'ORIGIN', reason: 'must be https in production' }
  if (isTooShort(environment.SECRET ?? ''))
    yield { name: 'SECRET', reason: 'must have at least 32 bytes in production' }
  for (const name of ['DATABASE_URL', 'DATABASE_URL_DIRECT'] as const) {
    const url = environment[name]
    if (url !== undefined && url !== 'embedded' && mayBeUnencrypted(url)) {
      const reason =
        'must say ?sslmode=verify-full for a database on another machine (or ?sslmode=disable where the network between is yours)'
      yield { name, reason }
    }
  }
  if (environment.SMTP_URL === undefined)
    yield { name: 'SMTP_URL', reason: 'is needed in production: sign-in links go out by mail' }
  if (environment.DATABASE_URL === undefined) {
    const reason =
      'is needed in production (or say DATABASE_URL=embedded to keep everything on this one machine)'
    yield { name: 'DATABASE_URL', reason }
  }
}

const SECRET_BYTES = 32
const isTooShort = (secret: string) => Buffer.byteLength(secret) < SECRET_BYTES

/** Returns true for a PostgreSQL on another machine whose address does not set sslmode, or weakens what it means. */
function mayBeUnencrypted(databaseUrl: string): boolean {
  const { searchParams } = new URL(databaseUrl)
  const mode = searchParams.getAll('sslmode').at(-1) ?? ''
  // With this parameter the driver checks no certificate for `require`.
  return isRemoteDatabase(databaseUrl) && (!SSL_MODES.has(mode) || searchParams.has('uselibpqcompat'))
}

/**
 * Returns true if a PostgreSQL address points to another machine. As in the driver pg, the query parameter `host` takes
 * precedence over the host of the address, and a path means a local socket.
 */
function isRemoteDatabase(databaseUrl: string): boolean {
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

function* analyticsFaults({ ANALYTICS_URL: url }: Environment): Iterable<SettingFault> {
  if (url === undefined) return
  const { protocol, hostname, username } = new URL(url)
  if (protocol !== 'https:' && !LOOPBACK_HOSTS.has(hostname))
    yield { name: 'ANALYTICS_URL', reason: 'must be https, but for a server on this machine' }
  if (username !== '')
    yield { name: 'ANALYTICS_URL', reason: 'must not hold a name: a token is written as https://:token@…' }
}

/** Yields the missing settings of each group that must be set completely or not at all. */
function* incompleteSetFaults(environment: Environment): Iterable<SettingFault> {
  const sets = [/^STRIPE_/, /^FEEDBACK_WIDGET/]
  for (const pattern of sets) {
    const names = Object.keys(environmentSchema.shape).filter(name => pattern.test(name))
    const set = new Set(Object.keys(environment))
    const missing = names.filter(name => !set.has(name))
    if (missing.length === names.length) continue
    for (const name of missing) yield { name, reason: `is missing: ${names.join(', ')} belong together` }
  }
}

/**
 * Returns true if an SMTP URL allows an unencrypted connection by its parameter `insecure`:
 * `smtp://localhost:2525?insecure`.
 */
export const allowsPlainTextSmtp = (smtpUrl: string) => new URL(smtpUrl).searchParams.has('insecure')
