import type { Transaction } from 'kysely'
import type { Stripe } from 'stripe'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { BillingDependencies } from './billing.ts'
import type { BillingCustomer } from './billing-customer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Final statuses of a subscription. */
const ENDED = ['canceled', 'incomplete_expired'] as const

/** A customer's subscriptions as Stripe returned them. `asked` is the time before the request. */
type FetchedSubscriptions = { asked: number; subscriptions: readonly Stripe.Subscription[] }

/**
 * Stores all subscriptions of a customer as Stripe has returned them, and marks stored ones as canceled that Stripe did
 * not return. Skips rows that a later request to Stripe has already written (rule BI20). Also stores when to fetch the
 * subscriptions again. Locks the user's billing account in the same transaction, so that nothing is written for a user
 * who is being deleted.
 */
export async function storeSubscriptions(
  billing: BillingDependencies,
  customer: BillingCustomer,
  told: FetchedSubscriptions,
): Promise<void> {
  const { db, now } = billing
  await inTransaction(db, async transaction => {
    const account = await transaction
      .selectFrom('billing_account')
      .select('checkout_until')
      .where('user_id', '=', customer.userId)
      .where('customer_id', '=', customer.customerId)
      .forUpdate()
      .executeTakeFirst()
    if (account === undefined) return { kind: 'rollback', value: null }
    for (const subscription of told.subscriptions)
      await upsertSubscription(transaction, customer, subscription, told.asked)
    await endUnlistedSubscriptions(transaction, customer, told)
    const checkout =
      account.checkout_until !== null && account.checkout_until > now() ? account.checkout_until : null
    const living = await transaction
      .selectFrom('subscription')
      .select('id')
      .where('user_id', '=', customer.userId)
      .where(eb => eb.or([eb('status', 'not in', ENDED), eb('refund', '=', 'due')]))
      .limit(1)
      .executeTakeFirst()
    await transaction
      .updateTable('billing_account')
      .set({
        checkout_until: checkout,
        check_due_at: nextCheckTime({ now: now(), checkout, living: living !== undefined }),
      })
      .where('user_id', '=', customer.userId)
      .execute()
    return { kind: 'commit', value: null }
  })
}

/**
 * Returns when to fetch the subscriptions again without an event: hourly while a checkout is open, daily while a
 * subscription lives, otherwise never.
 */
function nextCheckTime({ now, checkout, living }: { now: number; checkout: number | null; living: boolean }) {
  if (checkout !== null) return now + HOUR
  return living ? now + DAY : null
}

async function upsertSubscription(
  transaction: Transaction<Tables>,
  { userId }: BillingCustomer,
  subscription: Stripe.Subscription,
  asked: number,
): Promise<void> {
  const item = subscription.items.data[0]
  const row = {
    status: subscription.status,
    price_id: item?.price.id ?? null,
    current_period_end: item === undefined ? null : item.current_period_end * 1000,
    cancel_at_period_end: subscription.cancel_at_period_end,
    fetched_at: asked,
  }
  await transaction
    .insertInto('subscription')
    .values({ user_id: userId, id: subscription.id, ...row })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'id']).doUpdateSet(row).where('subscription.fetched_at', '<', asked),
    )
    .execute()
}

/**
 * Marks subscriptions as ended that Stripe no longer lists, e.g. because the customer was deleted there and created
 * anew.
 */
async function endUnlistedSubscriptions(
  transaction: Transaction<Tables>,
  { userId }: BillingCustomer,
  { asked, subscriptions }: FetchedSubscriptions,
) {
  const told = subscriptions.map(({ id }) => id)
  await transaction
    .updateTable('subscription')
    .set({ status: 'canceled', fetched_at: asked })
    .where('user_id', '=', userId)
    .where('fetched_at', '<', asked)
    .where('status', 'not in', ENDED)
    .$if(told.length > 0, query => query.where('id', 'not in', told))
    .execute()
}
