import { sleep } from '#web/concurrency/waiting.ts'
import { listDatabaseUserIds, deleteDatabase, LocalDatabase } from './local-database.ts'
import { deletePersistedValues } from './persisted-values.ts'

const LONGEST_DELETE_MS = 3000

/** Resolves after at most 3 s, even if another tab still delays the deletion. Rejects if it fails before. */
export async function deleteLocalUserData(userId: string): Promise<void> {
  const longEnough = sleep(LONGEST_DELETE_MS)
  await Promise.race([emptyAndDelete(userId), longEnough])
}

async function emptyAndDelete(userId: string): Promise<void> {
  deletePersistedValues(userId)
  // Emptied first, because another tab can block the deletion, and then no data is left in it.
  await withDatabase(userId, database =>
    database.write(tables => Promise.all(Object.values(tables).map(table => table.clear()))),
  )
  await deleteDatabase(userId)
}

export async function deleteOtherUsersSyncedData(userId: string): Promise<void> {
  for (const owner of await listDatabaseUserIds())
    if (owner !== userId && !(await hasUnsentOrRejected(owner))) await deleteLocalUserData(owner)
}

const hasUnsentOrRejected = (userId: string): Promise<boolean> =>
  withDatabase(userId, database =>
    database.read(async ({ outbox, rejected }) => {
      const counts = await Promise.all([outbox.count(), rejected.count()])
      return counts.some(count => count > 0)
    }),
  )

async function withDatabase<T>(userId: string, work: (database: LocalDatabase) => Promise<T>): Promise<T> {
  const database = await LocalDatabase.open(userId)
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
