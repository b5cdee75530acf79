import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Billing } from './billing.ts'

// Longer than all that is asked of Stripe while it is held, each with its second try.
const LEASE_MILLISECONDS = 60_000
const PAUSE_MILLISECONDS = 100
/** Ten seconds: shorter than a screen waits for us. */
const MOST_PAUSES = 100

/** The right to buy, or to end what was bought, for one user: one process has it at a time. */
export type Lease = { userId: string; holder: string; customerId: string | null; attempt: number }

/**
 * Waits for its turn: another tab, another server, or a request that a browser has given up may be at it. Not a
 * transaction, which would be held while Stripe thinks; a row with a name and an end (rule BI13). Null where the
 * turn did not come, or the user is gone.
 */
export async function leaseAccount({ db, now }: Billing, userId: string): Promise<Lease | null> {
  const holder = randomUUID()
  await db
    .insertInto('billing_account')
    .columns(['user_id'])
    // Nothing is begun for whoever has deleted the account meanwhile.
    .expression(db.selectFrom('user').select('id').where('id', '=', userId).forKeyShare())
    .onConflict(conflict => conflict.doNothing())
    .execute()
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    const account = await db
      .updateTable('billing_account')
      .set({ lease_holder: holder, lease_until: now() + LEASE_MILLISECONDS })
      .where('user_id', '=', userId)
      .where('lease_until', '<=', now())
      .returning(['customer_id', 'attempt'])
      .executeTakeFirst()
    if (account !== undefined)
      return { userId, holder, customerId: account.customer_id, attempt: account.attempt }
    await pause(PAUSE_MILLISECONDS)
  }
  return null
}

/** Lets the next one have its turn. `answered`: the checkout that was asked for is no longer in the air. */
export async function giveUpLease({ db }: Billing, lease: Lease, answered: boolean): Promise<void> {
  await held(db, lease)
    .set({
      lease_holder: null,
      lease_until: 0,
      ...(answered && { attempt: sql<number>`attempt + 1` }),
    })
    .execute()
}

/** Keeps who the user is at Stripe; false where the turn was over and somebody else has it. */
export async function keepCustomer({ db }: Billing, lease: Lease, customerId: string): Promise<boolean> {
  const kept = await held(db, lease).set({ customer_id: customerId }).returning('user_id').executeTakeFirst()
  return kept !== undefined
}

/**
 * Ends the turn with a page to pay on that may be shown until `until`; false where the turn was over before: then
 * the page must not be shown, because another one may have been.
 */
export async function handOut(
  { db, now }: Billing,
  lease: Lease,
  until: number,
  firstCheckMilliseconds: number,
): Promise<boolean> {
  const check = now() + firstCheckMilliseconds
  const handedOut = await held(db, lease)
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

const held = (db: Billing['db'], { userId, holder }: Lease) =>
  db.updateTable('billing_account').where('user_id', '=', userId).where('lease_holder', '=', holder)
