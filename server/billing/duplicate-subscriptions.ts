import type { Stripe } from 'stripe'
import type { BillingDependencies } from './billing.ts'
import { createIdempotencyKey, isStripeNotFound, isStripeError } from './billing.ts'
import type { BillingCustomer } from './billing-customer.ts'

const DAY_SECONDS = 86_400
/** A bank debit that was already on its way can arrive this long after the subscription ended. */
const LATE_PAYMENT_SECONDS = 14 * DAY_SECONDS

/**
 * Returns the subscriptions of a customer that must be canceled because the customer already pays for another one:
 * all paying ones except the oldest, and those that are unpaid or paused. Returns an empty list if none is paying.
 * The choice depends only on age, so that every server makes the same choice.
 */
function findDuplicateSubscriptions(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription[] {
  const paying = subscriptions
    .filter(({ status }) => status === 'active' || status === 'trialing' || status === 'past_due')
    .sort((one, other) => one.created - other.created || (one.id < other.id ? -1 : 1))
  if (paying.length === 0) return []
  const asleep = subscriptions.filter(({ status }) => status === 'unpaid' || status === 'paused')
  return [...paying.slice(1), ...asleep]
}

/**
 * Cancels the duplicate subscriptions of a user, which exist beside one that the user already pays for, and refunds the
 * last invoice of each (rule BI16). `subscriptions` are all subscriptions of the user at Stripe. Returns true if there
 * are duplicates among them. Stores that a refund is due before requesting it, so that a later call can continue after
 * a failure. Throws Stripe's errors.
 */
export async function refundDuplicateSubscriptions(
  billing: BillingDependencies,
  { userId }: BillingCustomer,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  const { db, log } = billing
  const rows = db.updateTable('subscription').where('user_id', '=', userId)
  const seconds = findDuplicateSubscriptions(subscriptions)
  for (const { id } of seconds) {
    const noticed = await rows
      .set({ refund: 'due' })
      .where('id', '=', id)
      .where('refund', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (noticed !== undefined)
      log.warn({ subscription: id }, 'a second subscription is canceled and refunded')
  }
  const due = await db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('refund', '=', 'due')
    .execute()
  for (const { id } of due) {
    const subscription = subscriptions.find(one => one.id === id)
    if (subscription === undefined) continue
    await cancelSubscription(billing.stripe, id)
    if ((await refund(billing, userId, subscription)) === 'waits') continue
    await rows.set({ refund: 'done' }).where('id', '=', id).execute()
  }
  return seconds.length > 0
}

/** Cancels a Stripe subscription immediately. Does nothing if it has already ended. */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!isStripeNotFound(error)) throw error
  }
}

/** Refunds the last invoice. Returns 'waits' while a payment may still be pending. */
async function refund(
  { stripe, now }: BillingDependencies,
  userId: string,
  { id, latest_invoice: latest, canceled_at: canceledAt }: Stripe.Subscription,
): Promise<'done' | 'waits'> {
  const invoice = typeof latest === 'string' ? latest : latest?.id
  if (invoice === undefined) return 'done'
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 100 })
  for (const { status, payment } of data) {
    const paid = status === 'paid' ? idOf(payment.payment_intent) : undefined
    if (paid === undefined) continue
    const metadata = { userId, subscription: id }
    await refundOnce(stripe, { payment_intent: paid, reason: 'duplicate', metadata })
  }
  const ended = canceledAt ?? now() / 1000
  const mayArrive = now() / 1000 - ended < LATE_PAYMENT_SECONDS
  return data.some(({ status }) => status === 'open') && mayArrive ? 'waits' : 'done'
}

async function refundOnce(stripe: Stripe, parameters: Stripe.RefundCreateParams): Promise<void> {
  try {
    await stripe.refunds.create(parameters, { idempotencyKey: createIdempotencyKey('refund', parameters) })
  } catch (error) {
    if (!isStripeError(error) || error.code !== 'charge_already_refunded') throw error
  }
}

const idOf = (reference: string | { id: string } | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id
