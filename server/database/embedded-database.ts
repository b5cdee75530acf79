import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { createLocalBus } from './revision-bus.ts'
import type { Database, OpenedDatabase } from './database.ts'
import { startEmbeddedPostgres } from './durable-file-system.ts'
import { createFairPGliteDialect } from './fair-driver.ts'
import { createFairQueue } from './fair-queue.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { createDatabaseFolder } from './create-database-folder.ts'
import type { Tables } from './tables.ts'

/**
 * Opens PostgreSQL inside this process, with durable commits in a data folder (rules DB2 and DB3). The first start
 * creates the data, which takes some seconds.
 */
export async function openEmbeddedDatabase(
  directory: string,
  options: { print: (sentence: string) => void; migrate: boolean; create: boolean },
): Promise<OpenedDatabase> {
  if (!options.create && !existsSync(directory)) return { kind: 'failed', message: missingMessage(directory) }
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  // The lock is beside the folder because PostgreSQL wants an empty one to begin with.
  const locked = lockFolder(`${directory}.lock`)
  if (locked.kind === 'held') return { kind: 'failed', message: inUseMessage(directory, locked.by) }
  try {
    if (!existsSync(directory)) {
      options.print('Preparing the database. This happens once and takes some seconds.')
      await createDatabaseFolder(directory)
    }
    const database = createEmbeddedDatabase(await startEmbeddedPostgres(directory), () =>
      locked.lock.release(),
    )
    if (!options.migrate) return { kind: 'open', database }
    const migrated = await migrate(database.db)
    if (migrated.kind === 'migrated') return { kind: 'open', database }
    await database.close()
    return migrated
  } catch (error) {
    locked.lock.release()
    return { kind: 'failed', message: unreadableMessage(directory, error) }
  }
}

/** The parts of PGlite that we use. */
export type EmbeddedPostgres = Pick<
  PGlite,
  'query' | 'transaction' | 'ready' | 'waitReady' | 'closed' | 'close'
>

/** Wraps a running PGlite, wherever it stores its data. */
export function createEmbeddedDatabase(pglite: EmbeddedPostgres, release: () => void): Database {
  const queue = createFairQueue({ capacity: 1, maxPerOwner: 1 })
  const db = new Kysely<Tables>({ dialect: createFairPGliteDialect(pglite, queue) })
  const bus = createLocalBus()
  return {
    kind: 'embedded',
    db,
    bus,
    isReady: async () => pglite.ready && !pglite.closed,
    load: () => queue.load(),
    async close() {
      await bus.close()
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      release()
    },
  }
}

const missingMessage = (directory: string) =>
  `There is no database in ${directory}. Is DATA_DIR the one of the server, or should DATABASE_URL be set?`

const inUseMessage = (directory: string, by: string) =>
  `The data in ${directory} is in use by ${by}: Dacapo is already running with it. Stop that one first, or choose` +
  ` another folder, e.g. DATA_DIR=/path/to/folder. (If you are sure that nothing uses it, delete ${directory}.lock.)`

const unreadableMessage = (directory: string, error: unknown) =>
  `The database in ${directory} cannot be opened: ${error instanceof Error ? error.message : String(error)}`
