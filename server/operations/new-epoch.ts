import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Sets and returns a new epoch, so that every device does a full sync once. Needed after restoring a backup, because
 * revisions assigned after the backup are then assigned again and devices would skip the new rows (rule LS17).
 */
export async function newEpoch(db: Kysely<Tables>): Promise<string> {
  const epoch = randomUUID()
  await db.updateTable('library_epoch').set({ epoch }).execute()
  return epoch
}
