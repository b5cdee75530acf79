import { join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { deriveDevKey } from '#server/http/request-guards.ts'
import {
  parseBillingSettings,
  parseLiveSetting,
  parseOAuthClients,
  parseWidgetSettings,
} from './service-settings.ts'
import type { BillingSettings, LiveSetting, OAuthClients, WidgetSettings } from './service-settings.ts'
import { environmentSchema, exampleForSetting, LIMITS, originFromEnvironment } from './environment.ts'
import type { ConfiguredLimits, Environment } from './environment.ts'
import { crossSettingFaults } from './setting-faults.ts'
import type { SettingFault } from './setting-faults.ts'

export type Configuration = {
  production: boolean
  port: number
  host: string
  /** Scheme, host and port of the address at which browsers reach the server, without a trailing slash. */
  origin: string
  /** The number of trusted proxies that append to X-Forwarded-For. 0 ignores the header. */
  trustedProxies: number
  /** A pino level for JSON lines, which include requests from `info` on; null for readable lines on a terminal. */
  logLevel: string | null
  dataDir: string
  database: { kind: 'embedded'; directory: string } | { kind: 'postgres'; url: string; directUrl: string }
  live: LiveSetting
  secret: string
  metricsToken: string | null
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'mailbox'; from: string }
  operator: { name: string | null; address: string | null; email: string | null }
  social: OAuthClients
  billing: BillingSettings
  /** The server to which analytics events are forwarded with the user's consent; null if there is none. */
  analytics: AnalyticsSink | null
  feedbackWidget: WidgetSettings | null
  /** The key with which a browser can open the pages under /dev on a development machine (rule MA6). */
  devKey: string
  limits: ConfiguredLimits
}

/**
 * An external server to which analytics events are forwarded. `host` is the name that users see when they are asked
 * for consent. `token` is sent as a bearer token; null for none.
 */
export type AnalyticsSink = { url: string; host: string; token: string | null }

/**
 * Exit code of the server if its configuration is missing or wrong (EX_CONFIG of sysexits.h). A restart cannot solve
 * that.
 */
export const CONFIGURATION_EXIT_CODE = 78

const REPOSITORY = resolve(import.meta.dirname, '../..')

/**
 * Reads and validates the configuration from environment variables. Returns 'faulty' with all faults in one message, so
 * that an operator can correct them together. If SECRET is not set on a development machine, reads the secret from the
 * data folder, or creates it there.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
): { kind: 'read'; configuration: Configuration } | { kind: 'faulty'; message: string } {
  // Docker Compose and CI systems pass an empty string for variables that are not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const wrong = environmentSchema.safeParse(given).error?.issues ?? []
  const faults = wrong.map(issue => ({ name: String(issue.path[0]), reason: issue.message }))
  const named = new Set(faults.map(({ name }) => name))
  // Every variable is optional or has a default. So the remaining settings can be checked without the faulty ones.
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !named.has(name)))
  const parsed = environmentSchema.parse(sound)
  const between = [...crossSettingFaults(parsed)].filter(({ name }) => !named.has(name))
  faults.push(...between)
  return faults.length === 0
    ? { kind: 'read', configuration: toConfiguration(parsed) }
    : faultyConfiguration(faults)
}

function toConfiguration(environment: Environment): Configuration {
  const production = environment.NODE_ENV === 'production'
  const origin = originFromEnvironment(environment)
  const dataDir = resolve(environment.DATA_DIR ?? resolve(REPOSITORY, 'data'))
  const secret = environment.SECRET ?? loadDevelopmentSecret(dataDir)
  return Object.freeze({
    production,
    port: environment.PORT,
    host: environment.HOST,
    origin,
    trustedProxies: environment.TRUST_PROXY ?? 0,
    logLevel: environment.LOG_LEVEL ?? (production ? 'info' : null),
    dataDir,
    database: databaseSettings(environment, dataDir),
    live: parseLiveSetting(environment),
    secret,
    metricsToken: environment.METRICS_TOKEN ?? null,
    mail: mailSettings(environment, origin),
    operator: {
      name: environment.OPERATOR_NAME ?? null,
      address: environment.OPERATOR_ADDRESS ?? null,
      email: environment.OPERATOR_EMAIL ?? null,
    },
    social: parseOAuthClients(environment),
    billing: parseBillingSettings(environment),
    analytics: analyticsSink(environment),
    feedbackWidget: parseWidgetSettings(environment),
    devKey: deriveDevKey(secret),
    limits: environment.LIMITS ?? LIMITS,
  })
}

function databaseSettings(environment: Environment, dataDir: string): Configuration['database'] {
  const url = environment.DATABASE_URL
  if (url === undefined || url === 'embedded')
    return { kind: 'embedded', directory: resolve(dataDir, 'database') }
  return { kind: 'postgres', url, directUrl: environment.DATABASE_URL_DIRECT ?? url }
}

function mailSettings(environment: Environment, origin: string): Configuration['mail'] {
  const from = environment.MAIL_FROM ?? `Dacapo <no-reply@${new URL(origin).hostname}>`
  return environment.SMTP_URL === undefined
    ? { kind: 'mailbox', from }
    : { kind: 'smtp', url: environment.SMTP_URL, from }
}

function analyticsSink({ ANALYTICS_URL: given }: Environment): AnalyticsSink | null {
  if (given === undefined) return null
  const url = new URL(given)
  const token = url.password === '' ? null : decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, host: url.host, token }
}

/** Returns true if mails go to the mailbox of a development machine instead of an SMTP server. */
export const usesDevMailbox = ({ production, mail }: Configuration) => !production && mail.kind === 'mailbox'

function faultyConfiguration(faults: readonly SettingFault[]): { kind: 'faulty'; message: string } {
  const lines = faults.map(({ name, reason }) => {
    const example = exampleForSetting(name)
    return `  ${name} ${reason}${example === null ? '' : `, e.g. ${name}=${example}`}`
  })
  const title = `Dacapo cannot start: ${faults.length === 1 ? 'one setting is' : `${faults.length} settings are`} wrong.`
  return { kind: 'faulty', message: [title, ...lines].join('\n') }
}

/**
 * Returns the secret that signs session cookies on a development machine. The first call generates it and stores it in
 * the data folder, so that a restart signs nobody out.
 */
function loadDevelopmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // A full disk may leave a truncated file. A short secret could be guessed and used to forge cookies.
  if (known.length >= MIN_SECRET_LENGTH) return known
  rmSync(file, { force: true })
  const secret = randomBytes(48).toString('base64url')
  writeFileSync(file, secret, { mode: 0o600, flush: true })
  return secret
}

const MIN_SECRET_LENGTH = 64

const ENVIRONMENT_FILE = join(REPOSITORY, '.env')

/**
 * Loads environment variables from the .env file of the project, if it exists. Does not replace variables that are
 * already set. Ends the process with a message if the file may not be read.
 */
export function loadEnvironmentFile(): void {
  if (!existsSync(ENVIRONMENT_FILE)) return
  try {
    accessSync(ENVIRONMENT_FILE, constants.R_OK)
  } catch {
    process.stderr.write(
      `The settings in ${ENVIRONMENT_FILE} cannot be read by this user. Start Dacapo as the user who owns that file, or` +
        ' give it to this one with chown.\n',
    )
    process.exit(CONFIGURATION_EXIT_CODE)
  }
  process.loadEnvFile(ENVIRONMENT_FILE)
}

export const PRODUCT_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'))).version
