import Dexie from 'dexie'
import { DATABASE_PREFIX, LocalDatabase } from './local-database.ts'

const LONGEST_DELETE_MS = 3000

/**
 * Removes a user's database from this device. Emptied first: a tab that does not let go can delay the deletion of
 * the database, but then there is nothing left in it (rule SI6).
 */
export async function deleteLibrary(userId: string): Promise<void> {
  const database = new LocalDatabase(userId)
  await database.open()
  await database.transaction('rw', database.tables, () =>
    Promise.all(database.tables.map(table => table.clear())),
  )
  database.close({ disableAutoOpen: true })
  const deleted = Dexie.delete(DATABASE_PREFIX + userId)
  await Promise.race([deleted, new Promise(resolve => setTimeout(resolve, LONGEST_DELETE_MS))])
}

/** Removes what other users left on this device, but never what still waits for the server (D15, rule SI7). */
export async function deleteOtherLibraries(userId: string): Promise<void> {
  for (const name of await Dexie.getDatabaseNames()) {
    if (!name.startsWith(DATABASE_PREFIX) || name === DATABASE_PREFIX + userId) continue
    const owner = name.slice(DATABASE_PREFIX.length)
    if (!(await hasUnsent(owner))) await deleteLibrary(owner)
  }
}

async function hasUnsent(userId: string): Promise<boolean> {
  const database = new LocalDatabase(userId)
  await database.open()
  const { outbox, parked, letters } = database
  const counts = await Promise.all([outbox.count(), parked.count(), letters.count()])
  database.close({ disableAutoOpen: true })
  return counts.some(count => count > 0)
}
