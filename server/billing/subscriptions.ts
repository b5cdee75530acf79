import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { runTransactionWithRetry } from '#server/database/statements.ts'
import type { Job } from '#server/jobs/scheduler.ts'
import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import {
  PRO_STATUSES,
  isStripeConnectionError,
  isStripeNotFound,
  logStripeErrorOrRethrow,
} from './billing.ts'
import type { BillingDependencies } from './billing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const CUSTOMERS_AT_ONCE = 5

const ENDED_STATUSES: readonly string[] = ['canceled', 'incomplete_expired']

export type UserAndCustomerId = { userId: string; customerId: string }

export async function refreshSubscriptions(
  billing: BillingDependencies,
  customer: UserAndCustomerId,
): Promise<Stripe.Subscription[]> {
  const asked = await nextRequestTime(billing, customer)
  if (asked === null) return []
  const subscriptions = await listSubscriptions(billing.stripe, customer.customerId)
  await storeSubscriptions(billing, customer, asked, subscriptions)
  return subscriptions
}

/** Returns null if none is paid, or if a payment is past due and the subscription's renewal uncertain. */
export function describePaidSubscription(subscriptions: readonly Stripe.Subscription[]) {
  const paid = subscriptions.find(({ status }) => PRO_STATUSES.some(known => known === status))
  const item = paid?.items.data[0]
  if (!paid || !item || paid.status === 'past_due') return null
  const interval = BILLING_INTERVALS.find(known => known === item.price.recurring?.interval)
  const currency = CURRENCIES.find(known => known.toLowerCase() === item.price.currency)
  const hundredths = item.price.unit_amount
  const isDiscounted = paid.discounts.length + item.discounts.length > 0
  const hasPrice = interval && currency && hundredths !== null && !isDiscounted
  return {
    price: hasPrice ? { interval, currency, value: hundredths / 100 } : null,
    periodEnd: (paid.cancel_at ?? item.current_period_end) * 1000,
    // Stripe's page for managing a subscription sets either of these two to cancel it.
    isRenewed: !paid.cancel_at_period_end && !paid.cancel_at,
  }
}

/** Each request for a customer gets a later time, so that an older answer never overwrites a newer one. */
async function nextRequestTime(
  { db, now }: BillingDependencies,
  { userId, customerId }: UserAndCustomerId,
): Promise<number | null> {
  const account = await db
    .updateTable('billing_account')
    .set({ fetched_at: sql<number>`greatest(fetched_at + 1, ${now()}::bigint)` })
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .returning('fetched_at')
    .executeTakeFirst()
  return account?.fetched_at ?? null
}

async function listSubscriptions(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  try {
    const parameters = { customer: customerId, status: 'all', limit: 100 } as const
    return await stripe.subscriptions.list(parameters).autoPagingToArray({ limit: 1000 })
  } catch (error) {
    if (!isStripeNotFound(error)) throw error
    // A deleted customer has no subscriptions. An unknown one means that the keys belong to another Stripe account:
    // then everybody who has paid keeps Pro until the keys are corrected.
    const customer = await stripe.customers.retrieve(customerId)
    if (customer.deleted === true) return []
    throw error
  }
}

async function storeSubscriptions(
  { db, now }: BillingDependencies,
  { userId, customerId }: UserAndCustomerId,
  asked: number,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> {
  const isLiving = subscriptions.some(({ status }) => !ENDED_STATUSES.includes(status))
  await runTransactionWithRetry(db, async db => {
    const account = await db
      .updateTable('billing_account')
      .set({ stored_at: asked, ...(isLiving && { check_due_at: now() + DAY }) })
      .where('user_id', '=', userId)
      .where('customer_id', '=', customerId)
      .where('stored_at', '<', asked)
      .returning('user_id')
      .executeTakeFirst()
    if (account === undefined) return
    await db.deleteFrom('subscription').where('user_id', '=', userId).execute()
    const rows = subscriptions.map(subscription => ({
      user_id: userId,
      id: subscription.id,
      status: subscription.status,
      current_period_end: periodEndOf(subscription),
      cancel_at_period_end: subscription.cancel_at_period_end,
    }))
    if (rows.length > 0) await db.insertInto('subscription').values(rows).execute()
  })
}

function periodEndOf({ items }: Stripe.Subscription): number | null {
  const end = items.data[0]?.current_period_end
  return end === undefined ? null : end * 1000
}

export const buildUnendedSubscriptionQuery = (db: BillingDependencies['db'], userId: string) =>
  db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', ENDED_STATUSES)

export async function cancelAtStripe(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!isStripeNotFound(error)) throw error
  }
}

/** Finds payments and cancellations whose webhook event was lost (rule BI19). */
export const createStripeReconciliationJob = (billing: BillingDependencies): Job => ({
  name: 'stripe-reconciliation',
  everyMilliseconds: MINUTE,
  async run(db, now, hasTime) {
    while (hasTime()) {
      const due = await db
        .selectFrom('billing_account')
        .select(['user_id as userId', 'customer_id as customerId'])
        .where('check_due_at', '<=', now)
        .orderBy('check_due_at')
        .limit(CUSTOMERS_AT_ONCE)
        .execute()
      if (due.length === 0) return
      // Before the requests, so that a failing customer does not block the others.
      const again = now + HOUR
      const users = due.map(({ userId }) => userId)
      await db
        .updateTable('billing_account')
        .set({ check_due_at: again })
        .where('user_id', 'in', users)
        .execute()
      const results = await Promise.all(due.map(customer => refreshDueCustomer(billing, customer, again)))
      if (results.includes('away')) return
    }
  },
})

async function refreshDueCustomer(
  billing: BillingDependencies,
  { userId, customerId }: { userId: string; customerId: string | null },
  again: number,
): Promise<'done' | 'failed' | 'away'> {
  try {
    if (customerId !== null) await refreshSubscriptions(billing, { userId, customerId })
    const unchanged = billing.db
      .updateTable('billing_account')
      .set({ check_due_at: null })
      .where('user_id', '=', userId)
      .where('check_due_at', '=', again)
    await unchanged.execute()
    return 'done'
  } catch (error) {
    logStripeErrorOrRethrow(billing.log, 'warn', error, 'Stripe could not be asked about a customer')
    return isStripeConnectionError(error) ? 'away' : 'failed'
  }
}
