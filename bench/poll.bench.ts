import type { Kysely } from 'kysely'
import { createPollingRevisionBus } from '#server/database/polling-bus.ts'
import type { Tables } from '#server/database/tables.ts'
import { createLogger } from '#server/observability/log.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { measureTimeGrowth } from './growth.ts'

export const name = 'asking for the revisions of those who listen'

const LISTENERS = 2000
const POLL_MILLISECONDS = 1

/**
 * Milliseconds of a processor for one look at the revisions of so many listeners, the embedded database's part included.
 * Throws if ten times the listeners take more than twelve times as long.
 */
export async function measure(): Promise<Record<string, number>> {
  const database = await openMemoryDatabase()
  const figures = await measureTimeGrowth('one look for so many listeners', LISTENERS, listeners =>
    oneLook(database.db, listeners),
  )
  await database.close()
  return figures
}

async function oneLook(db: Kysely<Tables>, listeners: number): Promise<number> {
  const users = Array.from({ length: listeners }, (_, number) => `user-${number}`)
  await db
    .insertInto('user_revision')
    .values(users.map(user_id => ({ user_id, revision: 1 })))
    .execute()
  const bus = createPollingRevisionBus(db, createLogger('silent'), POLL_MILLISECONDS)
  let hears = Promise.withResolvers<void>()
  const last = String(users.at(-1))
  for (const user of users) bus.subscribe(user, revision => user === last && revision > 0 && hears.resolve())
  /** The last user's library is changed, and a look that begins after that tells of it. */
  async function news(revision: number) {
    hears = Promise.withResolvers()
    await db.updateTable('user_revision').set({ revision }).where('user_id', '=', last).execute()
    await hears.promise
  }
  await hears.promise
  await news(2)
  const before = process.threadCpuUsage()
  await news(3)
  const { user, system } = process.threadCpuUsage(before)
  await bus.close()
  await db.deleteFrom('user_revision').execute()
  return (user + system) / 1000
}
