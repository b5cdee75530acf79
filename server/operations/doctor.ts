import { sql } from 'kysely'
import { pino } from 'pino'
import * as z from 'zod'
import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import { createStripeClient, isStripeError } from '#server/billing/billing.ts'
import { priceFaults } from '#server/billing/prices.ts'
import { findUnknownMigrations, loadAppliedMigrations, migrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { PROXY_CHECK_PATH } from '#server/http/proxy-checks.ts'
import { deriveAccessKey } from '#server/http/request-guards.ts'
import { checkSmtpConnection } from '#server/mail/mailer.ts'
import { readConfiguration, type Configuration } from '#server/settings/configuration.ts'

export type Finding = { kind: 'ok' | 'note' | 'FAULT'; message: string; advice?: string }

const ok = (message: string): Finding => ({ kind: 'ok', message })
const note = (message: string): Finding => ({ kind: 'note', message })
const fault = (message: string, advice: string): Finding => ({ kind: 'FAULT', message, advice })

export async function runDoctorChecks(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  const read = readConfiguration(environment)
  if (read.kind === 'faulty')
    return [
      fault(read.message, 'Correct them; docs/settings.md says what each means. Nothing else was looked at.'),
    ]
  const found = await Promise.all(
    Object.entries(CHECKS).map(async ([area, check]) => {
      // A check that throws must not hide the findings of the others.
      const findings = await check(read.configuration).catch(error => [
        fault(`could not be examined: ${reasonOf(error)}`, 'If the reason does not help, please report it.'),
      ])
      return findings.map(finding => ({ ...finding, message: `${area}: ${finding.message}` }))
    }),
  )
  return [ok('Settings: complete'), ...found.flat()]
}

const CHECKS = {
  Database: checkDatabase,
  Mail: checkMail,
  Stripe: checkStripePrices,
  Address: checkPublicAddress,
}

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ kind, message, advice }) => [
    `${kind.padEnd(5)}  ${message}`,
    ...(advice === undefined ? [] : [`       What to do: ${advice}`]),
  ])
  return [...lines, `Faults: ${findings.filter(({ kind }) => kind === 'FAULT').length}`].join('\n')
}

const OLDEST_POSTGRES = 15

async function checkDatabase(configuration: Configuration): Promise<Finding[]> {
  const { database: place } = configuration
  const silent = pino({ level: 'silent' })
  const opened = await openDatabase(configuration, silent, { migrate: false, create: false })
  if (opened.kind === 'failed') {
    if (opened.message.includes(' is in use by ')) return [ok('embedded, and open in the running server')]
    if (opened.message.startsWith('There is no database'))
      return [note('embedded, and not there yet: the first start creates it')]
    const advice =
      place.kind === 'embedded'
        ? 'Start Dacapo as the user who owns the folder, or move it away and restore a backup (docs/backups.md).'
        : 'See that PostgreSQL runs and that host, port, user, password and name in DATABASE_URL are right.'
    return [fault(opened.message, advice)]
  }
  const { database } = opened
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(database.db)
    const version = rows[0]?.version ?? 0
    if (version < OLDEST_POSTGRES)
      return [fault(`PostgreSQL ${version} is too old`, `Upgrade to ${OLDEST_POSTGRES} or newer.`)]
    const applied = await loadAppliedMigrations(database.db)
    if (findUnknownMigrations(applied).length > 0) {
      const advice = 'Run that version, or restore a backup of this one.'
      return [fault('a newer version of Dacapo has migrated it', advice)]
    }
    return applied.length === Object.keys(migrations).length
      ? [ok(`PostgreSQL ${version} answers, and its tables are what this version needs`)]
      : [note('the next start, or npm run migrate, brings its tables up to date')]
  } finally {
    await database.close()
  }
}

async function checkMail({ mail }: Configuration): Promise<Finding[]> {
  if (mail.kind === 'mailbox') return [note('no SMTP_URL, mails stay in the mailbox of this machine')]
  const { host } = new URL(mail.url)
  const failure = await checkSmtpConnection(mail.url)
  if (failure === null) return [ok(`${host} takes mail from us (none was sent)`)]
  const advice =
    'Check SMTP_URL: the name that is in the certificate; port 465 for smtps, 587 for smtp with STARTTLS; user and' +
    ' password, with special characters as %40, %3A …; and whether a firewall or your provider blocks outgoing SMTP.'
  return [fault(`${host} cannot be used (${failure})`, advice)]
}

export async function checkStripePrices({ billing }: Pick<Configuration, 'billing'>): Promise<Finding[]> {
  if (billing.kind === 'none') return [note('not set up, nothing is sold')]
  const stripe = createStripeClient(billing)
  const prices = CURRENCIES.flatMap(currency => BILLING_INTERVALS.map(interval => ({ currency, interval })))
  const findings = await Promise.all(
    prices.map(async ({ currency, interval }) => {
      const price = `the price of STRIPE_PRICES (${currency} a ${interval})`
      try {
        const found = await stripe.prices.retrieve(billing.prices[currency][interval])
        return priceFaults(found, currency, interval).map(wrong =>
          fault(`${price} ${wrong}`, 'Make it as docs/self-hosting.md has it, and put its id there.'),
        )
      } catch (error) {
        if (!isStripeError(error)) throw error
        const advice =
          '401: copy STRIPE_SECRET_KEY once more. 403: give it the rights in docs/self-hosting.md. 404: take the id of a' +
          ' price, from the same mode as the key. None: see that this machine may connect to api.stripe.com.'
        return [fault(`does not tell ${price} (status ${error.statusCode ?? 'none'})`, advice)]
      }
    }),
  )
  const isTest = /^(sk|rk)_test_/.test(billing.secretKey)
  const sound = ok(`the prices are those on screen${isTest ? ', in a sandbox: no money moves' : ''}`)
  return findings.flat().length > 0 ? findings.flat() : [sound]
}

const ProxyCheck = z.object({ forwardedFor: z.array(z.string()) })
const TIMEOUT_MILLISECONDS = 10_000
/** An address reserved for documentation (RFC 5737), which no client has. */
const FORGED_CLIENT_ADDRESS = '192.0.2.77'

export async function checkPublicAddress({
  origin,
  production,
  secret,
  trustedProxies,
}: Pick<Configuration, 'origin' | 'production' | 'secret' | 'trustedProxies'>): Promise<Finding[]> {
  if (!production) return [note(`${origin} is for this machine only`)]
  const headers = {
    authorization: `Bearer ${deriveAccessKey(secret, PROXY_CHECK_PATH)}`,
    'x-forwarded-for': FORGED_CLIENT_ADDRESS,
  }
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  try {
    const answer = await fetch(`${origin}${PROXY_CHECK_PATH}`, { headers, redirect: 'manual', signal })
    const reported = ProxyCheck.safeParse(await answer.json().catch(() => null)).data
    if (reported === undefined) {
      const advice =
        'See that the server runs (systemctl status dacapo) with the same SECRET and version, and that the proxy passes everything to PORT.'
      return [fault(`${origin} answers, but not as this server does (status ${answer.status})`, advice)]
    }
    // A proxy that appends keeps our entry in front of its own; a proxy that replaces the header has dropped it.
    const proxies = reported.forwardedFor.length - (reported.forwardedFor.indexOf(FORGED_CLIENT_ADDRESS) + 1)
    if (proxies === trustedProxies)
      return [ok(`${origin} leads here, TRUST_PROXY is right, and an invented address is not believed`)]
    const advice = `Set TRUST_PROXY=${proxies}, or let the proxies set X-Forwarded-For; else clients can invent addresses, or count as one.`
    return [
      fault(`${proxies} proxies wrote the client's address, and TRUST_PROXY is ${trustedProxies}`, advice),
    ]
  } catch (error) {
    const advice =
      'See that the name points to this machine, ports 80 and 443 are open, the proxy runs and has a certificate.'
    return [fault(`${origin} cannot be reached: ${reasonOf(error)}`, advice)]
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
