import { sql } from 'kysely'
import { deleteOlderRows } from '#server/database/delete-older-rows.ts'
import type { Job } from '#server/jobs/scheduler.ts'
import { stripeErrorForLog, isStripeError, isStripeConnectionError } from './billing.ts'
import type { BillingDependencies } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import type { BillingCustomer } from './billing-customer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Stripe events are handled when they arrive. One that is unprocessed after this time has failed. */
const WAITING_MILLISECONDS = MINUTE
/** Stripe repeats an event for at most three days. */
const EVENT_DAYS = 30
/** A fifth of Stripe's rate limit per second, if each request took one second. */
const CUSTOMERS_AT_ONCE = 5

/**
 * Creates a job that runs every two minutes. It handles those Stripe events again that are still unprocessed one minute
 * after their arrival, and deletes events that are older than 30 days (rule BI22).
 */
export const stripeEventRetryJob = (billing: BillingDependencies): Job => ({
  name: 'stripe-events',
  everyMilliseconds: 2 * MINUTE,
  async run(db, now, hasTime) {
    await deleteOlderRows(db, ['stripe_event', 'received_at'], now - EVENT_DAYS * DAY, hasTime)
    while (hasTime()) {
      const waiting = await db
        .selectFrom('stripe_event')
        .innerJoin('billing_account', 'billing_account.user_id', 'stripe_event.user_id')
        .select(['stripe_event.user_id as userId', 'customer_id as customerId'])
        .where('processed_at', 'is', null)
        .where('received_at', '<=', now - WAITING_MILLISECONDS)
        // Excludes events already tried in this run.
        .where(sql<boolean>`coalesce(tried_at, 0) < ${now}`)
        .groupBy(['stripe_event.user_id', 'customer_id'])
        .orderBy(sql`min(coalesce(tried_at, 0))`)
        .limit(CUSTOMERS_AT_ONCE)
        .execute()
      if (waiting.length === 0) return
      const openEventsOf = (userId: string) =>
        db.updateTable('stripe_event').where('user_id', '=', userId).where('processed_at', 'is', null)
      for (const { userId } of waiting) await openEventsOf(userId).set({ tried_at: now }).execute()
      const isThere = await fetchForCustomers(billing, waiting, ({ userId }) =>
        // Events that arrived after the request are still open.
        openEventsOf(userId).set({ processed_at: now }).where('received_at', '<=', now).execute(),
      )
      if (!isThere) return
    }
  },
})

/**
 * Creates a job that fetches a customer's subscriptions from Stripe once a day while a subscription has not ended, or
 * once an hour while a checkout is open. If an event from Stripe was lost, the user's plan is therefore correct again
 * within a day (rule BI23). The time of the next request is stored per customer, so that the requests are distributed
 * over the day.
 */
export const stripeReconciliationJob = (billing: BillingDependencies): Job => ({
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
      // Sets the next time before the customers are fetched, so that a failing account does not block the others.
      const users = due.map(({ userId }) => userId)
      await db
        .updateTable('billing_account')
        .set({ check_due_at: now + HOUR })
        .where('user_id', 'in', users)
        .execute()
      if (!(await fetchForCustomers(billing, due, async () => {}))) return
    }
  },
})

type MaybeCustomer = { userId: string; customerId: string | null }

/**
 * Fetches the subscriptions of some customers concurrently and calls `onDone` for each success. Returns false if Stripe
 * cannot be reached.
 */
async function fetchForCustomers(
  billing: BillingDependencies,
  accounts: readonly MaybeCustomer[],
  onDone: (customer: BillingCustomer) => Promise<unknown>,
): Promise<boolean> {
  const results = await Promise.all(
    accounts.map(async ({ userId, customerId }) => {
      if (customerId === null) return 'done'
      const result = await fetchForCustomer(billing, { userId, customerId })
      if (result === 'done') await onDone({ userId, customerId })
      return result
    }),
  )
  return !results.includes('away')
}

async function fetchForCustomer(
  billing: BillingDependencies,
  customer: BillingCustomer,
): Promise<'done' | 'failed' | 'away'> {
  try {
    await fetchSubscriptions(billing, customer)
    return 'done'
  } catch (error) {
    if (!isStripeError(error)) throw error
    billing.log.warn({ stripe: stripeErrorForLog(error) }, 'Stripe could not be asked about a customer')
    return isStripeConnectionError(error) ? 'away' : 'failed'
  }
}
