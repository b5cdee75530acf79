import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, type Driver } from 'kysely'
import { createRevisionBus } from './revision-bus.ts'
import type { Database, OpenDatabaseResult } from './database.ts'
import { startPGlite } from './durable-file-system.ts'
import { initializeEmbeddedDatabase, findAccessFault, acquireLockFile } from './data-folder.ts'
import type { FolderLock } from './data-folder.ts'
import { tryMigrateDatabase } from './migrate.ts'
import type { Tables } from './tables.ts'

type EmbeddedOptions = { print: (sentence: string) => void; migrate: boolean }

export async function openEmbeddedDatabase(
  directory: string,
  options: EmbeddedOptions & { create: boolean },
): Promise<OpenDatabaseResult> {
  if (!options.create && !existsSync(directory) && findAccessFault(directory) === null)
    return { kind: 'failed', message: missingMessage(directory) }
  try {
    mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
    // The lock is beside the folder because PostgreSQL wants an empty one to begin with.
    const locked = acquireLockFile(`${directory}.lockfile`)
    if (locked.kind === 'held') return { kind: 'failed', message: inUseMessage(directory) }
    return await openLockedDatabase(directory, options, locked.lock)
  } catch (error) {
    return { kind: 'failed', message: unreadableMessage(directory, error) }
  }
}

async function openLockedDatabase(
  directory: string,
  options: EmbeddedOptions,
  lock: FolderLock,
): Promise<OpenDatabaseResult> {
  try {
    if (!existsSync(directory)) {
      options.print('Preparing the database. This happens once and takes some seconds.')
      await initializeEmbeddedDatabase(directory)
    }
    const database = createDatabaseFromPGlite(await startPGlite(directory), () => lock.release())
    if (!options.migrate) return { kind: 'open', database }
    const migrated = await tryMigrateDatabase(database.db)
    if (migrated.kind === 'migrated') return { kind: 'open', database }
    await database.close()
    return migrated
  } catch (error) {
    lock.release()
    throw error
  }
}

export type PGliteInstance = Pick<
  PGlite,
  'query' | 'transaction' | 'ready' | 'waitReady' | 'closed' | 'close' | 'dumpDataDir'
>

export function createDatabaseFromPGlite(pglite: PGliteInstance, release: () => void): Database {
  const db = new Kysely<Tables>({ dialect: new InterruptedDialect({ pglite }) })
  const bus = createRevisionBus()
  return {
    kind: 'embedded',
    db,
    bus,
    isReady: async () => pglite.ready && !pglite.closed,
    load: () => null,
    dump: () => pglite.dumpDataDir('gzip'),
    async close() {
      await bus.close()
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      release()
    },
  }
}

/** Lets the server handle other requests between two statements, which PGlite does not do by itself. */
class InterruptedDialect extends PGliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async options => {
      await nextTurn()
      return acquire(options)
    }
    return driver
  }
}

const missingMessage = (directory: string) =>
  `There is no database in ${directory}. Is DATA_DIR the one of the server, or should DATABASE_URL be set?`

const inUseMessage = (directory: string) =>
  `The data in ${directory} is in use by another process: Dacapo is already running with it, perhaps in a container.` +
  ` Stop that one first, or choose another folder, e.g. DATA_DIR=/path/to/folder.`

function unreadableMessage(directory: string, error: unknown): string {
  const fault = findAccessFault(directory)
  if (fault !== null)
    return `The database in ${directory} cannot be opened: ${fault.message}. ${fault.advice}`
  // Emscripten throws file errors without a message, as { errno: 51 }.
  const reason = error instanceof Error ? error.message : JSON.stringify(error)
  return `The database in ${directory} cannot be opened: ${reason}.${lowSpaceHint(dirname(directory))}`
}

/** In bytes: 40 MB for a new database, 16 MB for a segment of its log, and 8 MB to spare. */
const SPACE_TO_START = 64 * 2 ** 20

function lowSpaceHint(folder: string): string {
  if (!existsSync(folder)) return ''
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= SPACE_TO_START) return ''
  const megabytes = Math.floor((bavail * bsize) / 2 ** 20)
  return ` Its disk has ${megabytes} MB left, and a start may need ${SPACE_TO_START / 2 ** 20} MB: make room there.`
}
