import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'
import { acquireLockFile } from '#server/database/data-folder.ts'
import type { Database } from '#server/database/database.ts'
import { syncToDisk } from '#server/database/durable-file-system.ts'
import { tryMigrateDatabase } from '#server/database/migrate.ts'
import { SERVER_APPLICATION_NAME, withDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { openDumpAsDatabase, TABLES_IN_COPY_ORDER } from './backup.ts'
import { finishRestore } from './new-epoch.ts'

type Options = { replace: boolean; keepSessions: boolean }

export const NEW_EPOCH_MESSAGE =
  'There is a new epoch: every device fetches its library anew and sends again what it had saved in the last thirty days.'

const HAS_DATA =
  'There is a database already. To lose it and put the backup in its place, add --replace; back it up before.'

export async function restoreDatabase(
  configuration: Configuration,
  { file, ...options }: Options & { file: string },
): Promise<string> {
  const { database: place } = configuration
  if (place.kind === 'embedded') await restoreFolder(place.directory, file, options)
  else
    await withDatabase(configuration, ({ db }) =>
      withDump(file, null, dump => restoreIntoPostgres(dump.db, db, options)),
    )
  return (
    `The database is that of ${file}. ${NEW_EPOCH_MESSAGE}\n` +
    'Accounts that were deleted since the backup are back: npm run delete-again removes them (docs/backups.md).'
  )
}

async function withDump(
  file: string,
  directory: string | null,
  work: (dump: Database) => Promise<unknown>,
): Promise<void> {
  const dump = await openDumpAsDatabase(file, directory)
  try {
    const migrated = await tryMigrateDatabase(dump.db)
    if (migrated.kind === 'failed') throw new Error(migrated.message)
    await work(dump)
  } finally {
    await dump.close()
  }
}

async function restoreFolder(directory: string, file: string, options: Options): Promise<void> {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  const locked = acquireLockFile(`${directory}.lockfile`)
  if (locked.kind === 'held') throw new Error(`the data in ${directory} is in use: stop the server first`)
  const [draft, old] = [`${directory}.restored`, `${directory}.replaced`]
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  try {
    if (existsSync(directory) && !options.replace) throw new Error(HAS_DATA)
    remove(draft)
    await withDump(file, draft, ({ db }) => db.transaction().execute(each => finishRestore(each, options)))
    chmodSync(draft, 0o700)
    syncTree(draft)
    remove(old)
    if (existsSync(directory)) renameSync(directory, old)
    renameSync(draft, directory)
    remove(old)
  } finally {
    remove(draft)
    locked.lock.release()
  }
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    syncToDisk(join(entry.parentPath, entry.name))
  syncToDisk(folder)
}

const BATCH_ROWS = 100

export async function restoreIntoPostgres(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  options: Options,
): Promise<void> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_APPLICATION_NAME} limit 1`.execute(to)
  if (rows.length > 0) throw new Error('a server is connected to the database: stop every server first')
  const user = await to.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (user !== undefined && !options.replace) throw new Error(HAS_DATA)
  await to.transaction().execute(async target => {
    for (const table of TABLES_IN_COPY_ORDER) await copyTable(from, target, table)
    await finishRestore(target, options)
  })
  await sql`analyze`.execute(to)
}

async function copyTable(from: Kysely<Tables>, target: Transaction<Tables>, table: string): Promise<void> {
  const name = sql.table(table)
  await sql`delete from ${name}`.execute(target)
  const { rows } = await sql<{ line: string }>`
    select row_to_json(one_row)::text as line from ${name} one_row`.execute(from)
  for (let first = 0; first < rows.length; first += BATCH_ROWS) {
    const batch = rows.slice(first, first + BATCH_ROWS)
    const lines = `[${batch.map(({ line }) => line).join(',')}]`
    const { numAffectedRows } = await sql`insert into ${name}
      select * from json_populate_recordset(null::${name}, ${lines}::text::json)`.execute(target)
    if (Number(numAffectedRows) !== batch.length)
      throw new Error(`${Number(numAffectedRows)} of ${batch.length} rows of ${table} were stored`)
  }
}
