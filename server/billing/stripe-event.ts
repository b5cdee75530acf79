import { sql } from 'kysely'
import { Stripe } from 'stripe'
import * as z from 'zod'
import type { BillingDependencies } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'

/** Maximum age of a signed event, so that an intercepted one cannot be replayed a day later. */
const TOLERANCE_SECONDS = 300

/**
 * The fields of a Stripe event that we read: its type and the customer. The state itself is fetched from Stripe again.
 */
const stripeEventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})
type StripeEvent = z.infer<typeof stripeEventSchema>

/** Event types that may change a plan. All others are accepted and ignored. */
const PLAN_EVENT_TYPES =
  /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$|invoice\.|charge\.refund)/

/**
 * The event in the body of a Stripe webhook request. It is 'forged' if the signature is invalid or more than 5 minutes
 * old, and 'malformed' if a correctly signed body has an unexpected format.
 */
type ParsedStripeEvent = { kind: 'event'; event: StripeEvent } | { kind: 'forged' } | { kind: 'malformed' }

/** Parses the body of a Stripe webhook request and checks its signature. */
export async function parseStripeEvent(
  { stripe, settings, now }: BillingDependencies,
  body: string,
  signature: string,
): Promise<ParsedStripeEvent> {
  try {
    const { webhookSecret: secret } = settings
    const event = stripeEventSchema.safeParse(
      await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS, undefined, now()),
    )
    return event.success ? { kind: 'event', event: event.data } : { kind: 'malformed' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return { kind: 'forged' }
    // The signature is checked before the body is parsed as JSON.
    if (error instanceof SyntaxError) return { kind: 'malformed' }
    throw error
  }
}

/**
 * Processes a Stripe event: fetches the customer's current subscriptions from Stripe and stores them. Uses the event
 * itself only to find the customer, so events may arrive twice, late or out of order (rule BI20). Ignores events of
 * unknown customers and events that cannot change a plan. Throws if processing fails, so that Stripe sends the event
 * again.
 */
export async function handleStripeEvent(billing: BillingDependencies, notice: StripeEvent): Promise<void> {
  const { db, now } = billing
  const customerId = customerIdOfEvent(notice)
  if (customerId === null || !PLAN_EVENT_TYPES.test(notice.type)) return
  const account = await db
    .selectFrom('billing_account')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (account === undefined) return
  const userId = account.user_id
  const { id, type } = notice
  await db
    .insertInto('stripe_event')
    .columns(['id', 'type', 'user_id', 'received_at'])
    // Stores nothing for a user who was deleted meanwhile (rule DA3).
    .expression(
      db
        .selectFrom('billing_account')
        .select([
          sql<string>`${id}::text`.as('id'),
          sql<string>`${type}::text`.as('type'),
          'user_id',
          sql<number>`${now()}::bigint`.as('received_at'),
        ])
        .where('user_id', '=', userId)
        .forKeyShare(),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const seen = await db
    .selectFrom('stripe_event')
    .select('processed_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (seen !== undefined && seen.processed_at !== null) return
  await fetchSubscriptions(billing, { userId, customerId })
  await db.updateTable('stripe_event').set({ processed_at: now() }).where('id', '=', id).execute()
}

function customerIdOfEvent({ data: { object } }: StripeEvent): string | null {
  if (object.object === 'customer') return object.id ?? null
  const { customer } = object
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}
