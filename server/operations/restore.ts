import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { lockFolder } from '#server/database/data-folder.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import type { Database } from '#server/database/database.ts'
import { withDatabase } from '#server/database/open-database.ts'
import type { CommandResult } from '#server/database/open-database.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { copyIntoPostgres, openDump, syncTree } from './embedded-dump.ts'
import { finishRestore, sessionsAfterRestore } from './new-epoch.ts'

type Options = { file: string; replace: boolean; keepSessions: boolean }

/**
 * Restores a backup of an embedded database in place of the configured database, while no server runs. If a PostgreSQL
 * is configured, copies the rows into it.
 */
export async function restore(configuration: Configuration, asked: Options): Promise<CommandResult> {
  try {
    const { database } = configuration
    if (database.kind === 'embedded') return await restoreFolder(database.directory, asked)
    return await withDatabase(configuration, ({ db }) =>
      withDump(asked.file, null, async dump => {
        const refusal = await copyIntoPostgres(dump.db, db, asked)
        return refusal === null ? restored(asked) : { kind: 'failed', message: refusal }
      }),
    )
  } catch (error) {
    // Emscripten throws its file errors without words, as { errno: 51 }.
    const reason = error instanceof Error ? error.message : JSON.stringify(error)
    return { kind: 'failed', message: `Nothing was restored, and the database is as it was: ${reason}` }
  }
}

/** Opens a dump, brings its tables up to this version, calls `work` and closes it. Throws if the file is damaged. */
async function withDump<T>(
  file: string,
  directory: string | null,
  work: (dump: Database) => Promise<T>,
): Promise<T> {
  const dump = await openDump(file, directory)
  try {
    const migrated = await migrateDatabase(dump.db)
    if (migrated.kind === 'failed') throw new Error(migrated.message)
    return await work(dump)
  } finally {
    await dump.close()
  }
}

/** Makes the folder of a dump beside the one of the database, and then puts it in its place. */
async function restoreFolder(directory: string, asked: Options): Promise<CommandResult> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  const locked = lockFolder(`${directory}.lockfile`)
  if (locked.kind === 'held')
    return { kind: 'failed', message: `The data in ${directory} is in use: stop the server, then restore.` }
  const draft = `${directory}.restored`
  try {
    if (existsSync(directory) && !asked.replace) {
      const message = `There is a database in ${directory}. To lose it and put the backup in its place, add --replace; back it up before.`
      return { kind: 'failed', message }
    }
    rmSync(draft, { recursive: true, force: true })
    await withDump(asked.file, draft, ({ db }) =>
      db.transaction().execute(transaction => finishRestore(transaction, asked)),
    )
    chmodSync(draft, 0o700)
    syncTree(draft)
    const old = `${directory}.replaced`
    rmSync(old, { recursive: true, force: true })
    if (existsSync(directory)) renameSync(directory, old)
    renameSync(draft, directory)
    rmSync(old, { recursive: true, force: true })
    return restored(asked)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    locked.lock.release()
  }
}

function restored({ file, keepSessions }: Options): CommandResult {
  const lines = [
    `The database is that of ${file}, under a new epoch: every device fetches its library anew`,
    'and sends again what it had saved in the last thirty days.',
    sessionsAfterRestore(keepSessions),
    'Accounts that were deleted since the backup are back: npm run delete-again removes them (docs/backups.md).',
  ]
  return { kind: 'done', message: lines.join('\n') }
}
