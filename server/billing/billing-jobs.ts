import { sql } from 'kysely'
import type { Job } from '#server/jobs/scheduler.ts'
import { faultOf, isStripeError, isUnanswered } from './billing.ts'
import type { Billing } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import type { Customer } from './fetch-subscriptions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Stripe itself acts on its notice at once; who is slower than this has failed. */
const WAITING_MILLISECONDS = MINUTE
/** Stripe sends a notice again for three days at most. */
const EVENT_DAYS = 30
/** So few that a Stripe that takes its time does not outlast the job's lease. */
const CUSTOMERS_AT_ONCE = 20

/** Acts on the notices that could not be acted on when they came, and forgets the old ones (rule BI22). */
export const actOnWaitingEvents = (billing: Billing): Job => ({
  name: 'stripe-events',
  everyMilliseconds: 2 * MINUTE,
  async run(db, now) {
    await db
      .deleteFrom('stripe_event')
      .where('received_at', '<', now - EVENT_DAYS * DAY)
      .execute()
    const waiting = await db
      .selectFrom('stripe_event')
      .innerJoin('billing_account', 'billing_account.user_id', 'stripe_event.user_id')
      .select(['stripe_event.user_id as userId', 'customer_id as customerId'])
      .where('processed_at', 'is', null)
      .where('received_at', '<=', now - WAITING_MILLISECONDS)
      .groupBy(['stripe_event.user_id', 'customer_id'])
      .orderBy(sql`min(coalesce(tried_at, 0))`)
      .limit(CUSTOMERS_AT_ONCE)
      .execute()
    for (const { userId, customerId } of waiting) {
      const theirs = db
        .updateTable('stripe_event')
        .where('user_id', '=', userId)
        .where('processed_at', 'is', null)
      await theirs.set({ tried_at: now }).execute()
      if (customerId === null) continue
      const result = await attempt(billing, { userId, customerId })
      if (result === 'away') return
      // What has come since has not been asked about.
      if (result === 'done') await theirs.set({ processed_at: now }).where('received_at', '<=', now).execute()
    }
  },
})

/**
 * Asks Stripe, daily, about everybody who pays, and hourly about everybody who may be paying at this moment, so that
 * a notice that never came costs a day at most (rule BI23). Spread over the day: whose turn it is stands in the row.
 */
export const reconcile = (billing: Billing): Job => ({
  name: 'stripe-reconciliation',
  everyMilliseconds: MINUTE,
  async run(db, now) {
    const due = await db
      .selectFrom('billing_account')
      .select(['user_id as userId', 'customer_id as customerId'])
      .where('check_due_at', '<=', now)
      .orderBy('check_due_at')
      .limit(CUSTOMERS_AT_ONCE)
      .execute()
    for (const { userId, customerId } of due) {
      // Whoever cannot be asked about does not keep the others waiting.
      await db
        .updateTable('billing_account')
        .set({ check_due_at: now + HOUR })
        .where('user_id', '=', userId)
        .execute()
      if (customerId !== null && (await attempt(billing, { userId, customerId })) === 'away') return
    }
  },
})

async function attempt(billing: Billing, customer: Customer): Promise<'done' | 'failed' | 'away'> {
  try {
    await fetchSubscriptions(billing, customer)
    return 'done'
  } catch (error) {
    if (!isStripeError(error)) throw error
    billing.log.warn({ stripe: faultOf(error) }, 'Stripe could not be asked about a customer')
    return isUnanswered(error) ? 'away' : 'failed'
  }
}
