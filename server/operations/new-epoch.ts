import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Makes every device do a full sync, because a restored server uses the same revisions again (rule LS17). */
export async function beginEpochWithFullSync(db: Kysely<Tables>): Promise<string> {
  const epoch = randomUUID()
  await db.updateTable('library_epoch').set({ epoch, earlier: [] }).execute()
  return epoch
}

/**
 * Ends all sessions unless `keepSessions`. Deletes links and codes, which may have been used since the
 * backup, and makes the server ask Stripe again (rule BR7). Returns the new epoch.
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
  return beginEpochWithFullSync(db)
}

/** How many earlier epochs are remembered. A device that last synced under an older one does a full sync. */
const MOST_EARLIER_EPOCHS = 1000

/**
 * Call this at each start of an embedded database. Devices that know an earlier epoch sync as usual. If the
 * data folder was replaced by an old copy, devices that know a later epoch do a full sync (rule LS17).
 */
export async function beginEpochWithoutFullSync(db: Kysely<Tables>): Promise<void> {
  await sql`update library_epoch set epoch = ${randomUUID()},
    earlier = (array_prepend(epoch, earlier))[1:${sql.lit(MOST_EARLIER_EPOCHS)}]`.execute(db)
}
