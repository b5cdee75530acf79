import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BillingDependencies } from './billing.ts'

// Longer than all calls to Stripe during a lease, each with its retry.
const LEASE_MILLISECONDS = 60_000
const PAUSE_MILLISECONDS = 100
/** Ten seconds, which is less than the timeout of a screen. */
const MAX_PAUSES = 100

/**
 * An exclusive lock on one user's purchases, which expires after a minute. Only its holder may start a checkout or
 * cancel subscriptions of the user. `holder` is a random id of the holder. `customerId` is the id of the user's Stripe
 * customer, null if there is none yet. `attempt` is part of the idempotency key of a checkout request.
 */
export type BillingLease = { userId: string; holder: string; customerId: string | null; attempt: number }

/**
 * Waits until the user's billing lease (the lock on the user's purchases) is free, and acquires it. Returns null after
 * ten seconds, or if the user was deleted. The lease is a row with an expiry time instead of a transaction, because a
 * transaction would stay open during requests to Stripe (rule BI13).
 */
export async function acquireBillingLease(
  { db, now }: Pick<BillingDependencies, 'db' | 'now'>,
  userId: string,
): Promise<BillingLease | null> {
  const holder = randomUUID()
  await db
    .insertInto('billing_account')
    .columns(['user_id'])
    // Inserts no row if the user was deleted meanwhile.
    .expression(db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare())
    .onConflict(conflict => conflict.doNothing())
    .execute()
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    const account = await db
      .updateTable('billing_account')
      .set({ lease_holder: holder, lease_until: now() + LEASE_MILLISECONDS })
      .where('user_id', '=', userId)
      .where('lease_until', '<=', now())
      .returning(['customer_id', 'attempt'])
      .executeTakeFirst()
    if (account !== undefined)
      return { userId, holder, customerId: account.customer_id, attempt: account.attempt }
    if (!(await hasBillingAccount(db, userId))) return null
    await pause(PAUSE_MILLISECONDS)
  }
  return null
}

/** Returns false if the user was deleted, so that waiting has no point. */
async function hasBillingAccount(db: BillingDependencies['db'], userId: string): Promise<boolean> {
  const account = db.selectFrom('billing_account').select('user_id').where('user_id', '=', userId)
  return (await account.executeTakeFirst()) !== undefined
}

/**
 * Releases a user's billing lease, the exclusive lock on their purchases. Does nothing if it has expired and another
 * request holds it. `answered` is false if Stripe has not answered the checkout request. The next checkout request then
 * uses the same idempotency key, so that Stripe does not create a second checkout page; otherwise it uses a new key.
 */
export async function releaseBillingLease(
  { db }: BillingDependencies,
  lease: BillingLease,
  answered: boolean,
): Promise<void> {
  await leaseQuery(db, lease)
    .set({
      lease_holder: null,
      lease_until: 0,
      ...(answered && { attempt: sql<number>`attempt + 1` }),
    })
    .execute()
}

/**
 * Stores the id of the user's Stripe customer. Returns false if the billing lease (the lock on the user's purchases)
 * has expired and another request holds it now.
 */
export async function storeStripeCustomerId(
  { db }: BillingDependencies,
  lease: BillingLease,
  customerId: string,
): Promise<boolean> {
  const kept = await leaseQuery(db, lease)
    .set({ customer_id: customerId })
    .returning('user_id')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Releases a user's billing lease (the lock on the user's purchases) after a checkout page was created. Stores that
 * the page is open until `until`, in milliseconds since 1970, and that Stripe must be asked for the user's
 * subscriptions in `firstCheckMilliseconds` at the latest. Returns false if the lease has expired and another
 * request has taken it. The page must then not be shown, because a second page may be open.
 */
export async function releaseLeaseWithOpenCheckout(
  { db, now }: BillingDependencies,
  lease: BillingLease,
  until: number,
  firstCheckMilliseconds: number,
): Promise<boolean> {
  const check = now() + firstCheckMilliseconds
  const handedOut = await leaseQuery(db, lease)
    .set({
      lease_holder: null,
      lease_until: 0,
      attempt: sql<number>`attempt + 1`,
      checkout_until: until,
      check_due_at: sql<number>`least(coalesce(check_due_at, ${check}::bigint), ${check}::bigint)`,
    })
    .returning('user_id')
    .executeTakeFirst()
  return handedOut !== undefined
}

const leaseQuery = (db: BillingDependencies['db'], { userId, holder }: BillingLease) =>
  db.updateTable('billing_account').where('user_id', '=', userId).where('lease_holder', '=', holder)
