import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Sets and returns a new epoch, the id of the database. A changed epoch makes every device do one full sync. This is
 * necessary after restoring a backup: the server then assigns the same revision numbers a second time, and devices that
 * have already received these numbers would miss the new rows (rule LS17).
 */
export async function setNewEpoch(db: Kysely<Tables>): Promise<string> {
  const epoch = randomUUID()
  await db.updateTable('library_epoch').set({ epoch, earlier: [] }).execute()
  return epoch
}

/**
 * Completes the restore of a database from a backup, so that a server may use it (rule BR7). Ends all sessions unless
 * `keepSessions` is true, deletes all sign-in links and codes, which may have been used since, and makes the server
 * fetch all subscriptions from Stripe again. Returns the new epoch.
 */
export async function finishRestore(
  db: Kysely<Tables>,
  { keepSessions }: { keepSessions: boolean },
): Promise<string> {
  await db.deleteFrom('verification').execute()
  await db.deleteFrom('sign_in_code').execute()
  if (!keepSessions) await db.deleteFrom('session').execute()
  const paying = db.updateTable('billing_account').where('customer_id', 'is not', null)
  await paying.set({ check_due_at: 0 }).execute()
  return setNewEpoch(db)
}

/** Devices that last synced so many starts ago begin anew, which only costs them a full sync. */
const MOST_EARLIER_EPOCHS = 1000

/**
 * Sets a new epoch, under which devices of earlier epochs continue without a full sync. Called at each start of a server
 * with an embedded database. If somebody puts an older copy of the data folder back, that copy does not know the later
 * epochs. Devices that have synced under them then do a full sync and send their changes again (rule LS17).
 */
export async function beginNextEpoch(db: Kysely<Tables>): Promise<void> {
  await sql`update library_epoch set epoch = ${randomUUID()},
    earlier = (array_prepend(epoch, earlier))[1:${sql.lit(MOST_EARLIER_EPOCHS)}]`.execute(db)
}
