import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Makes every device fetch its library anew, once, and gives the new epoch. To be done after a backup was
 * restored: revisions that were given out after the backup are then given out a second time, and a device that
 * knows them would pass over the new rows (rule LS17).
 */
export async function newEpoch(db: Kysely<Tables>): Promise<string> {
  const epoch = randomUUID()
  await db.updateTable('library_epoch').set({ epoch }).execute()
  return epoch
}
