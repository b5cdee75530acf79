import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { setNewEpoch } from './set-new-epoch.ts'

/**
 * Completes the restore of a database from a backup, so that a server may use it. Ends all sessions, and deletes all
 * sign-in links and codes (rule BR7). Makes the server fetch all subscriptions from Stripe again, and sets a new epoch,
 * the id of the database (rule BR8). Returns the epoch.
 *
 * If `keepSessions` is true, the sessions in the backup stay valid, including those that were ended after the backup.
 */
export async function finishRestore(
  db: Kysely<Tables>,
  { keepSessions }: { keepSessions: boolean },
): Promise<string> {
  // Links and codes on their way may have been used since the backup.
  await db.deleteFrom('verification').execute()
  await db.deleteFrom('sign_in_code').execute()
  if (!keepSessions) await db.deleteFrom('session').execute()
  // The next run of the reconciliation job fetches later payments and cancellations from Stripe (rule BI23).
  await db
    .updateTable('billing_account')
    .set({ check_due_at: 0 })
    .where('customer_id', 'is not', null)
    .execute()
  return setNewEpoch(db)
}
