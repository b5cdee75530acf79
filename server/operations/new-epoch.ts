import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Devices need a full sync after a restore, because the server then reuses revisions that they know. */
export async function beginEpochWithFullSync(db: Kysely<Tables>): Promise<string> {
  const epoch = randomUUID()
  await db.updateTable('library_epoch').set({ epoch, earlier: [] }).execute()
  return epoch
}

/** Deletes sign-in links and codes, which may have been used since the backup. Makes devices sync fully. */
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

const MOST_EARLIER_EPOCHS = 1000

/** A device that has synced with a newer copy of this database still does a full sync. */
export async function beginEpochWithoutFullSync(db: Kysely<Tables>): Promise<void> {
  await sql`update library_epoch set epoch = ${randomUUID()},
    earlier = (array_prepend(epoch, earlier))[1:${sql.lit(MOST_EARLIER_EPOCHS)}]`.execute(db)
}
