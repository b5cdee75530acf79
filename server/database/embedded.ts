import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { createLocalBus } from './bus.ts'
import type { Database, OpenedDatabase } from './database.ts'
import { startDurably } from './durable-file-system.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { prepareFolder } from './prepare-folder.ts'
import type { Tables } from './tables.ts'

/**
 * PostgreSQL inside this process, its data in a folder, every commit on the disk (rules DB2 and DB3). The first
 * start creates the data, which takes some seconds.
 */
export async function openEmbedded(
  directory: string,
  say: (sentence: string) => void,
): Promise<OpenedDatabase> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  // Beside the folder: PostgreSQL wants an empty one to begin with.
  const locked = lockFolder(`${directory}.lock`)
  if (locked.kind === 'held') return { kind: 'failed', message: inUse(directory, locked.by) }
  try {
    if (!existsSync(directory)) {
      say('Preparing the database. This happens once and takes some seconds.')
      await prepareFolder(directory)
    }
    const database = embeddedDatabase(await startDurably(directory), () => locked.lock.release())
    const migrated = await migrate(database.db)
    if (migrated.kind === 'migrated') return { kind: 'open', database }
    await database.close()
    return migrated
  } catch (error) {
    locked.lock.release()
    return { kind: 'failed', message: unreadable(directory, error) }
  }
}

/** The database of a running PGlite, wherever that keeps its data. */
export function embeddedDatabase(pglite: PGlite, release: () => void): Database {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  const bus = createLocalBus()
  return {
    kind: 'embedded',
    db,
    bus,
    isReady: async () => pglite.ready && !pglite.closed,
    async close() {
      await bus.close()
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      release()
    },
  }
}

const inUse = (directory: string, by: string) =>
  `The data in ${directory} is in use by ${by}: Dacapo is already running with it. Stop that one first, or choose` +
  ` another folder, e.g. DATA_DIR=/path/to/folder. (If you are sure that nothing uses it, delete ${directory}.lock.)`

const unreadable = (directory: string, error: unknown) =>
  `The database in ${directory} cannot be opened: ${error instanceof Error ? error.message : String(error)}`
