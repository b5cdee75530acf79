import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import * as z from 'zod'
import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import { createStripeClient, isStripeError, isStripeNotFound } from '#server/billing/billing.ts'
import { priceFaults } from '#server/billing/prices.ts'
import { findAccessFault } from '#server/database/data-folder.ts'
import { findUnknownMigrations, loadAppliedMigrations, migrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { deriveProxyCheckKey, PROXY_CHECK_PATH } from '#server/http/proxy-checks.ts'
import { verifySmtp } from '#server/mail/mailer.ts'
import type { MailFailure } from '#server/observability/counters.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'

export type Finding = { kind: 'ok' | 'note' | 'FAULT'; area: string; message: string; advice?: string }

type Result = Omit<Finding, 'area'>
const ok = (message: string): Result => ({ kind: 'ok', message })
const note = (message: string): Result => ({ kind: 'note', message })
const fault = (message: string, advice: string): Result => ({ kind: 'FAULT', message, advice })

/**
 * Checks the settings, the database, mail, Stripe and the public address, and returns the findings. Changes nothing and
 * sends no mail.
 */
export async function examine(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const read = readConfiguration(environment)
  if (read.kind === 'faulty') {
    const advice = 'Correct them; docs/settings.md says what each means. Nothing else was looked at.'
    return [{ area: 'Settings', ...fault(read.message, advice) }]
  }
  const { configuration } = read
  const checks: [string, (configuration: Configuration) => Result[] | Promise<Result[]>][] = [
    [
      'Settings',
      ({ production }) => [ok(production ? 'complete for production' : 'for a development machine')],
    ],
    ['Database', checkDatabase],
    ['Mail', checkMail],
    ['Stripe', checkStripe],
    ['Address', checkPublicAddress],
  ]
  const found = await Promise.all(
    checks.map(async ([area, check]) => {
      try {
        return (await check(configuration)).map(result => ({ area, ...result }))
      } catch (error) {
        // A check that throws must not hide the findings of the others.
        const advice = 'If the reason does not help, please report it.'
        return [{ area, ...fault(`could not be examined: ${reasonOf(error)}`, advice) }]
      }
    }),
  )
  return found.flat()
}

/**
 * Formats what the doctor has found as lines for a terminal, without the secrets that the environment variables hold. The
 * last line counts the findings that are faults.
 */
export function formatFindings(
  findings: readonly Finding[],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const lines = findings.flatMap(({ kind, area, message, advice }) => [
    `${kind.padEnd(5)}  ${area}: ${message}`,
    ...(advice === undefined ? [] : [`       What to do: ${advice}`]),
  ])
  const faults = findings.filter(({ kind }) => kind === 'FAULT').length
  const sum = faults === 0 ? 'No faults.' : `${faults} ${faults === 1 ? 'fault' : 'faults'}.`
  return secretsIn(environment).reduce(
    (text, secret) => text.replaceAll(secret, '[secret]'),
    [...lines, sum].join('\n'),
  )
}

// No check prints a secret; this is for messages of libraries. A shorter one would be found in ordinary words.
const SHORTEST_SECRET = 6

function secretsIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  const found = Object.entries(environment).flatMap(([name, value = '']) => {
    if (/SECRET|TOKEN|_KEY$|_CLIENT$/.test(name)) return [value]
    if (!/_URL(_DIRECT)?$|^LIVE$/.test(name) || !URL.canParse(value)) return []
    const { password, searchParams } = new URL(value)
    return [password, decoded(password), searchParams.get('password') ?? '']
  })
  return found.filter(secret => secret.length >= SHORTEST_SECRET)
}

/** A password with a lone percent sign is valid in a URL, but cannot be decoded. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}

/** The oldest major version that our SQL was written for. */
const OLDEST_POSTGRES = 15

async function checkDatabase(configuration: Configuration): Promise<Result[]> {
  const { database: place } = configuration
  const embedded = place.kind === 'embedded' ? place.directory : null
  const access = embedded === null ? null : findAccessFault(embedded)
  if (access !== null) return [fault(access.message, access.advice)]
  if (embedded !== null && !existsSync(embedded))
    return [note(`embedded, and not there yet: the first start creates ${embedded}`)]
  const opened = await openDatabase(configuration, pino({ level: 'silent' }), {
    migrate: false,
    create: false,
  })
  if (opened.kind === 'failed') {
    if (embedded !== null && opened.message.includes(' is in use by '))
      return [ok('embedded, and open in the running server')]
    const advice =
      embedded === null
        ? 'See that PostgreSQL runs and that host, port, user, password and name in DATABASE_URL are right.'
        : 'Move the folder away and restore a backup (docs/backups.md).'
    return [fault(opened.message, advice)]
  }
  const { database } = opened
  const { db } = database
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(db)
    const version = rows[0]?.version ?? 0
    if (version < OLDEST_POSTGRES)
      return [fault(`PostgreSQL ${version} is too old`, `Upgrade to PostgreSQL ${OLDEST_POSTGRES} or newer.`)]
    const applied = await loadAppliedMigrations(db)
    const unknown = findUnknownMigrations(applied)
    if (unknown.length > 0) {
      const message = `a newer version of Dacapo has migrated it (${unknown.join(', ')})`
      return [fault(message, 'Run that version, or restore a backup of this one.')]
    }
    const missing = Object.keys(migrations).length - applied.length
    return missing === 0
      ? [ok(`PostgreSQL ${version} answers, and its tables are what this version needs`)]
      : [note(`${missing} migrations are not applied yet; the next start, or npm run migrate, applies them`)]
  } finally {
    await database.close()
  }
}

async function checkMail({ mail }: Configuration): Promise<Result[]> {
  if (mail.kind === 'mailbox') return [note('no SMTP_URL: mails stay in the mailbox of this machine')]
  const { host } = new URL(mail.url)
  const failure = await verifySmtp(mail.url)
  if (failure === null) return [ok(`${host} takes mail from us (none was sent)`)]
  const [sentence, advice] = MAIL_FAULTS[failure]
  return [fault(`${host}: ${sentence}`, advice)]
}

const MAIL_FAULTS: Record<MailFailure, readonly [sentence: string, advice: string]> = {
  'login-refused': [
    'it refused user or password',
    'Check user and password in SMTP_URL; special characters must be written as %40, %3A …',
  ],
  'no-tls': [
    'there is no encrypted connection, or its certificate is not valid for that name',
    'Use smtps:// (port 465) or smtp:// with STARTTLS (port 587), and the name that is in the certificate.',
  ],
  'time-out': [
    'it did not answer in time',
    'See whether your provider blocks outgoing SMTP, and whether port and scheme belong together: smtps 465, smtp 587.',
  ],
  refused: ['it does not speak SMTP as expected', 'Check the port in SMTP_URL: 465 for smtps, 587 for smtp.'],
  unreachable: [
    'it cannot be reached',
    'Check name and port in SMTP_URL, and whether a firewall is in between.',
  ],
}

/** Checks Stripe's secret key, its mode (live or test), the webhook secret and the four prices. */
export async function checkStripe({
  billing,
  production,
}: Pick<Configuration, 'billing' | 'production'>): Promise<Result[]> {
  if (billing.kind === 'none') return [note('not set up: nothing is sold')]
  const results: Result[] = []
  if (/^(sk|rk)_test_/.test(billing.secretKey))
    results.push(note('the key is one of a sandbox: no money moves'))
  else if (!production) {
    const advice = 'Use a key of a sandbox here (sk_test_… or rk_test_…).'
    results.push(fault('this is no production configuration, and the key is live', advice))
  }
  if (!/^whsec_[\w+/=]{24,}$/.test(billing.webhookSecret)) {
    const advice = 'Copy the signing secret of the webhook from the dashboard once more.'
    results.push(fault('STRIPE_WEBHOOK_SECRET is too short, or cut off', advice))
  }
  const stripe = createStripeClient(billing)
  const faults = results.length
  for (const currency of CURRENCIES) {
    for (const interval of BILLING_INTERVALS) {
      const price = `the price of STRIPE_PRICES (${currency} a ${interval})`
      try {
        const found = await stripe.prices.retrieve(billing.prices[currency][interval])
        for (const wrong of priceFaults(found, currency, interval))
          results.push(
            fault(`${price} ${wrong}`, 'Make it as docs/self-hosting.md has it, and put its id there.'),
          )
      } catch (error) {
        if (!isStripeError(error)) throw error
        if (!isStripeNotFound(error))
          return [
            fault(
              `refuses to name ${price}, or cannot be reached (${error.type}, status ${error.statusCode ?? 'none'})`,
              '401: copy STRIPE_SECRET_KEY once more. 403: give it the rights in docs/self-hosting.md. None: see that this machine may connect to api.stripe.com.',
            ),
          ]
        const advice =
          'Take the id of the price, not of the product, from the same mode (sandbox or live) as the key.'
        results.push(fault(`does not know ${price}`, advice))
      }
    }
  }
  return results.length > faults
    ? results
    : [...results, ok('the key counts, and the prices are those on screen')]
}

const TIMEOUT_MILLISECONDS = 10_000
/** An address of the documentation (RFC 5737), which no client has. */
const INVENTED = '192.0.2.77'

/**
 * Checks that the public address leads to this server, that the number of proxies is TRUST_PROXY, and that clients
 * cannot forge their IP address.
 */
export async function checkPublicAddress(
  settings: Pick<Configuration, 'origin' | 'production' | 'secret' | 'trustedProxies'>,
): Promise<Result[]> {
  const { origin, production, secret, trustedProxies } = settings
  if (!production) return [note(`${origin} is for this machine only`)]
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    const body: unknown = await answer.json().catch(() => null)
    return { status: answer.status, body }
  }
  try {
    const { status, body } = await get('/healthz')
    if (status !== 200 || !z.object({ status: z.literal('ok') }).safeParse(body).success) {
      const advice =
        'See that the proxy passes everything to PORT and that the server runs: systemctl status dacapo'
      return [fault(`${origin} answers, but not as Dacapo does (status ${status})`, advice)]
    }
    const headers = { authorization: `Bearer ${deriveProxyCheckKey(secret)}`, 'x-forwarded-for': INVENTED }
    const { body: told } = await get(PROXY_CHECK_PATH, headers)
    return [ok(`${origin} leads to the server`), proxyResult(told, trustedProxies)]
  } catch (error) {
    const advice =
      'See that the name points to this machine, ports 80 and 443 are open, the proxy runs and has a certificate.'
    return [fault(`${origin} cannot be reached: ${reasonOf(error)}`, advice)]
  }
}

function proxyResult(body: unknown, trustedProxies: number): Result {
  const told = z.object({ forwardedFor: z.array(z.string()) }).safeParse(body).data
  if (told === undefined)
    return fault(
      'the server does not tell what reaches it',
      'Is it another version, or has it another SECRET? Restart it and try again.',
    )
  const { forwardedFor } = told
  // A proxy that appends keeps our entry in front of its own; a proxy that replaces the header has dropped it.
  const proxies = forwardedFor.length - (forwardedFor.indexOf(INVENTED) + 1)
  if (trustedProxies > 0 && forwardedFor.at(-trustedProxies) === INVENTED)
    return fault(
      'browsers can invent their address: the server believes what they send',
      `Set TRUST_PROXY=${proxies}, or let the proxy set X-Forwarded-For.`,
    )
  return proxies === trustedProxies
    ? ok(`TRUST_PROXY=${trustedProxies} is right, and an invented address is not believed`)
    : fault(
        `${proxies} proxies wrote the address of the client, and TRUST_PROXY says ${trustedProxies}`,
        `Set TRUST_PROXY=${proxies}${proxies === 0 ? ', or let the proxy set X-Forwarded-For' : ''}.`,
      )
}

/** Undici hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
