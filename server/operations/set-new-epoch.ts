import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Sets and returns a new epoch, the id of the database. A changed epoch makes every device do one full sync. This is
 * necessary after restoring a backup: the server then assigns the same revision numbers a second time, and devices that
 * have already received these numbers would miss the new rows (rule LS17).
 */
export async function setNewEpoch(db: Kysely<Tables>): Promise<string> {
  const epoch = randomUUID()
  await db.updateTable('library_epoch').set({ epoch }).execute()
  return epoch
}
