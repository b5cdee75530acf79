import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { TABLE_OWNERSHIP } from '#server/account/table-ownership.ts'
import type { Database } from '#server/database/database.ts'
import { startInProcessPostgres } from '#server/database/durable-file-system.ts'
import { createEmbeddedDatabase } from '#server/database/embedded-database.ts'
import { SERVER_APPLICATION_NAME } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { finishRestore } from './new-epoch.ts'

/**
 * The names of all tables, in the order in which they are copied. "user" comes first, because inserting a user also
 * creates a revision row, which is replaced afterwards.
 */
export const TABLES: readonly string[] = [
  'user',
  ...Object.keys(TABLE_OWNERSHIP).filter(name => name !== 'user'),
]

const NAME = /^dacapo-\d{4}-\d{2}-\d{2}T[\d-]+Z\.tar\.gz$/
const DAY = 24 * 60 * 60 * 1000

/**
 * Opens a copy of the embedded database in a dump: in memory, or in the new folder `directory`. Changes neither the file
 * nor the database that it came from. Throws if the file is damaged.
 */
export async function openDump(file: string, directory: string | null): Promise<Database> {
  // PGlite's own decompression ends the process where the file is damaged.
  const dump = new Blob([await promisify(gunzip)(await readFile(file))], { type: 'application/x-tar' })
  return createEmbeddedDatabase(await startInProcessPostgres(directory, dump), () => {})
}

/**
 * Writes a dump to a new file in `folder`, which only the user of this process can read. Opens it and reads every row of
 * it before it gets its name, so that a file with this name is whole. Throws otherwise.
 */
export async function saveDump(dump: Uint8Array, folder: string, now: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `dacapo-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`)
  const draft = `${file}.draft`
  try {
    await writeFile(draft, dump, { flag: 'wx', mode: 0o600, flush: true })
    const rows = await countRows(draft)
    renameSync(draft, file)
    sync(folder)
    return { file, rows }
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

async function countRows(file: string): Promise<number> {
  const dump = await openDump(file, null)
  try {
    let sum = 0
    for (const table of TABLES) {
      // The text of a row has all its values, also those that PostgreSQL stores elsewhere.
      const { rows } = await sql<{ rows: number }>`
        select count(md5(one_row::text))::int as rows from ${sql.table(table)} one_row`.execute(dump.db)
      sum += rows[0]?.rows ?? 0
    }
    return sum
  } finally {
    await dump.close()
  }
}

export function deleteOldDumps(folder: string, days: number, now: number): string[] {
  const old = readdirSync(folder).filter(
    name => NAME.test(name) && statSync(join(folder, name)).mtimeMs < now - days * DAY,
  )
  for (const name of old) rmSync(join(folder, name))
  return old
}

/** Waits until all files in a folder are on the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else sync(path)
  }
  sync(folder)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const BATCH_ROWS = 100
/** These have rows although nobody has used the server. */
const FILLED_BY_ITSELF: ReadonlySet<string> = new Set(['library_epoch', 'job', 'rate_limit'])

/**
 * Replaces the rows of a PostgreSQL database with those of an embedded database, in one transaction, and sets a new
 * epoch (the id of the database). Both must have the tables of this version. Returns null on success. Otherwise returns
 * why nothing was changed: a server is connected to the PostgreSQL, or it contains data and `replace` is false. Throws
 * and changes nothing if rows are missing afterwards.
 */
export async function copyIntoPostgres(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  options: { replace: boolean; keepSessions: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_APPLICATION_NAME}`.execute(to)
  if ((rows[0]?.count ?? 0) > 0)
    return 'A server is connected to the database. Stop every server, then restore.'
  const filled = options.replace ? null : await firstTableWithData(to)
  if (filled !== null)
    return `The database has data (for example in the table ${filled}). To lose it and put the backup in its place, add --replace; back it up before.`
  await to.transaction().execute(async target => {
    await sql`set local lock_timeout = '10s'`.execute(target)
    for (const table of TABLES) await copyTable(from, target, table)
    await finishRestore(target, options)
  })
  await sql`analyze`.execute(to)
  return null
}

async function firstTableWithData(db: Kysely<Tables>): Promise<string | null> {
  for (const table of TABLES) {
    if (FILLED_BY_ITSELF.has(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return null
}

async function copyTable(from: Kysely<Tables>, target: Transaction<Tables>, table: string): Promise<void> {
  const name = sql.table(table)
  await sql`delete from ${name}`.execute(target)
  await from.transaction().execute(async source => {
    await sql`declare rows_to_copy no scroll cursor for
      select row_to_json(one_row)::text as line from ${name} one_row`.execute(source)
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH_ROWS)} from rows_to_copy`.execute(
        source,
      )
      if (rows.length === 0) return
      const lines = `[${rows.map(({ line }) => line).join(',')}]`
      const { numAffectedRows } = await sql`insert into ${name}
        select * from json_populate_recordset(null::${name}, ${lines}::text::json)`.execute(target)
      if (Number(numAffectedRows) !== rows.length)
        throw new Error(`${Number(numAffectedRows)} of ${rows.length} rows of ${table} were stored`)
    }
  })
}
