import { createHash } from 'node:crypto'
import type { Kysely, RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import { Stripe } from 'stripe'
import type { ServerContext } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import type { StripeSettings } from '#server/settings/configuration.ts'
import type { StripeRole } from '#core/plan/plan.ts'

export type BillingDependencies = {
  stripe: Stripe
  settings: StripeSettings
  origin: string
  db: Kysely<Tables>
  log: Logger
  now: () => number
}

export type BillingServerContext = Pick<ServerContext, 'configuration' | 'database' | 'log' | 'now'>

/**
 * Creates the Stripe client, and returns it with the settings, database, log and clock that payments need. Returns null
 * if Stripe is not configured.
 */
export function createBillingDependencies({
  configuration,
  database,
  log,
  now,
}: BillingServerContext): BillingDependencies | null {
  const { billing: settings, origin } = configuration
  if (settings.kind === 'none') return null
  return { stripe: createStripeClient(settings), settings, origin, db: database.db, log, now }
}

/** Returns the id of the user's customer at Stripe; null for users who have never begun to buy. */
export async function loadCustomerId(db: Kysely<Tables>, userId: string): Promise<string | null> {
  const account = db.selectFrom('billing_account').select('customer_id').where('user_id', '=', userId)
  return (await account.executeTakeFirst())?.customer_id ?? null
}

// Screens wait 20 seconds, which leaves time for two attempts of 5 seconds and an error response.
const STRIPE_TIMEOUT_MILLISECONDS = 5000

/**
 * Creates the client for Stripe's API. If Stripe does not answer a request within 5 seconds, the client repeats it once
 * with the same idempotency key. The client requests a fixed API version, because the default version of the operator's
 * Stripe account may differ (decision 0016).
 */
export function createStripeClient({ secretKey, host }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: STRIPE_TIMEOUT_MILLISECONDS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...host,
  })
}

export const isStripeError = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeError

/** Returns true if Stripe did not answer. It is then unknown whether Stripe has processed the request. */
export const isStripeConnectionError = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError

export const isStripeNotFound = (error: unknown) => isStripeError(error) && error.code === 'resource_missing'

/**
 * Returns the fields of a Stripe error that may be logged. Omits message, body and headers, because they can contain
 * keys and addresses.
 */
export const stripeErrorForLog = ({
  type,
  code,
  param,
  statusCode,
  requestId,
}: InstanceType<typeof Stripe.errors.StripeError>) => ({
  type,
  reason: code,
  param,
  status: statusCode,
  request: requestId,
})

/**
 * Creates an idempotency key for a request to Stripe, from the kind of request (`what`) and a hash of `parts`, the
 * values that distinguish the request from others. Stripe processes requests with the same key only once within a day.
 */
export const createIdempotencyKey = (what: string, ...parts: readonly unknown[]) =>
  `${what}-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

// Stripe retries a failed payment for some days. Until then the user keeps Pro.
const PRO_STATUSES = ['active', 'trialing', 'past_due'] as const

/**
 * Loads the user's plan ('pro', or null for Free) from the stored subscriptions. Callers load it for every request and
 * never cache it, so that a payment or cancellation takes effect at once (rule BI18).
 */
export async function loadStripeRole(db: Kysely<Tables>, userId: string): Promise<StripeRole> {
  const paying = await selectPayingSubscription(db, userId).executeTakeFirst()
  return paying === undefined ? null : 'pro'
}

/**
 * Builds a query that returns the id of one subscription that entitles the user to Pro now, or no row for a user on
 * Free. Callers can run it, or use it as a condition in a larger statement.
 */
export const selectPayingSubscription = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', PRO_STATUSES)
    .limit(1)
