import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Stripe } from 'stripe'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'
import type { StripeSettings } from './stripe-settings.ts'

/** What everything that deals with payments is handed. */
export type Billing = {
  stripe: Stripe
  settings: StripeSettings
  origin: string
  db: Kysely<Tables>
  log: Logger
  now: () => number
}

export type BillingParts = Pick<Context, 'configuration' | 'database' | 'log' | 'now'>

/** The way to Stripe, or null where nobody takes payments. */
export function billingOf({ configuration, database, log, now }: BillingParts): Billing | null {
  const { billing: settings, origin } = configuration
  if (settings.kind === 'none') return null
  return { stripe: stripeClient(settings), settings, origin, db: database.db, log, now }
}

// A screen waits 20 seconds for us: two tries of Stripe must fit in, and an answer that says that it failed.
const LONGEST_ANSWER_MILLISECONDS = 5000

/**
 * Stripe's own client, which tries once more where an answer did not come, under the same idempotency key. The
 * version of the interface is pinned here, whatever the operator's account is set to (decision 0016).
 */
function stripeClient({ secretKey, host }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: LONGEST_ANSWER_MILLISECONDS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...host,
  })
}

/** Whether this was thrown because Stripe refused, failed, or could not be reached. */
export const isStripeError = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeError

/** Whether Stripe gave no answer at all, so that what was asked may or may not have been done. */
export const isUnanswered = (error: unknown) => error instanceof Stripe.errors.StripeConnectionError

/** Whether Stripe knows nothing by that id. */
export const isMissing = (error: unknown) => isStripeError(error) && error.code === 'resource_missing'

/**
 * What of a failure of Stripe may be logged. Not its message, which repeats what was sent: a key, an address; nor
 * its body and headers, which hang on the error.
 */
export const faultOf = ({
  type,
  code,
  param,
  statusCode,
  requestId,
}: {
  type: string
  code?: string
  param?: string
  statusCode?: number
  requestId?: string
}) => ({ type, reason: code, param, status: statusCode, request: requestId })

/** A key by which Stripe does the same thing once only, however often it is asked within a day. */
export const idempotencyKey = (what: string, ...parts: readonly unknown[]) =>
  `${what}-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
