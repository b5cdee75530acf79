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

/** Returns null if Stripe is not configured. */
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

export async function loadCustomerId(db: Kysely<Tables>, userId: string): Promise<string | null> {
  const account = db.selectFrom('billing_account').select('customer_id').where('user_id', '=', userId)
  return (await account.executeTakeFirst())?.customer_id ?? null
}

// Screens wait 20 seconds, which leaves time for two attempts of 5 seconds and an error response.
const STRIPE_TIMEOUT_MILLISECONDS = 5000

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

export const isStripeConnectionError = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError

export const isStripeNotFound = (error: unknown) => isStripeError(error) && error.code === 'resource_missing'

/** Throws all but Stripe's errors. Omits `error`'s message, body and headers: they can contain secrets. */
export function logStripeErrorOrRethrow(
  log: Logger,
  level: 'warn' | 'error',
  error: unknown,
  message: string,
): void {
  if (!isStripeError(error)) throw error
  const { type, code: reason, param, statusCode: status, requestId: request } = error
  log[level]({ stripe: { type, reason, param, status, request } }, message)
}

export const deriveIdempotencyKey = (what: string, ...parts: readonly unknown[]) =>
  `${what}-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

// Stripe retries a failed payment for some days. Until then the user keeps Pro.
export const PRO_STATUSES = ['active', 'trialing', 'past_due'] as const

export async function loadStripeRole(db: Kysely<Tables>, userId: string): Promise<StripeRole> {
  const paying = await buildPayingSubscriptionQuery(db, userId).executeTakeFirst()
  return paying === undefined ? null : 'pro'
}

export const buildPayingSubscriptionQuery = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', PRO_STATUSES)
    .limit(1)
