import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { TABLE_OWNERSHIP } from '#server/account/table-ownership.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadAppliedMigrations, findUnknownMigrations } from '#server/database/migrate.ts'
import { PRODUCT_VERSION } from '../product-version.ts'
import { BACKUP_FORMAT } from './backup-format.ts'
import type { BackupFooter, BackupHeader } from './backup-format.ts'

/** About how much of a table is asked for at once. */
const BATCH_BYTES = 1024 * 1024
const MAX_BATCH_ROWS = 1000

/**
 * Result of `writeBackup`. If a backup was written, `tablesLeftOut` names the tables that are missing from the backup
 * because they do not belong to Dacapo. If none was written, `message` says why.
 */
export type BackupWriteResult =
  | { kind: 'written'; tablesLeftOut: readonly string[] }
  | { kind: 'refused'; message: string }

/**
 * Writes a consistent copy of all tables of Dacapo to the new file `file`, which only the user of this process can
 * read. Throws if the file exists. While the backup is written, a PostgreSQL server still accepts changes. With an
 * embedded database, other requests must wait, because it has only one connection (decision 0034).
 */
export async function writeBackup({ db, kind }: Pick<Database, 'db' | 'kind'>, file: string) {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (transaction): Promise<BackupWriteResult> => {
    const migrations = await loadAppliedMigrations(transaction)
    const unknown = findUnknownMigrations(migrations)
    if (unknown.length > 0)
      return {
        kind: 'refused',
        message: `The database was migrated by a newer version of Dacapo (${unknown.join(', ')}), whose tables this version does not know. Back it up with that version.`,
      }
    if (migrations.length === 0)
      return {
        kind: 'refused',
        message: 'The database has no tables of Dacapo: there is nothing to back up.',
      }
    const header: BackupHeader = {
      dacapoBackup: BACKUP_FORMAT,
      createdAt: new Date().toISOString(),
      productVersion: PRODUCT_VERSION,
      engine: kind,
      migrations,
    }
    const { ours, others } = await tablesIn(transaction)
    await pipeline(
      Readable.from(chunksOf(transaction, header, ours)),
      createGzip({ level: 5 }),
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return { kind: 'written', tablesLeftOut: others }
  })
}

async function* chunksOf(transaction: Transaction<Tables>, header: BackupHeader, tables: readonly string[]) {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  yield hashed(`${JSON.stringify(header)}\n`)
  const rows: BackupFooter['rows'] = {}
  for (const table of tables) {
    rows[table] = 0
    yield hashed(`${JSON.stringify(['table', table])}\n`)
    for await (const lines of batchesOf(transaction, table)) {
      rows[table] += lines.length
      yield hashed(`${lines.join('\n')}\n`)
    }
  }
  const footer: BackupFooter = { rows, sha256: hash.digest('hex') }
  yield `${JSON.stringify(['end', footer])}\n`
}

/** The rows of a table as JSON texts, so many at a time as make about a megabyte. */
async function* batchesOf(transaction: Transaction<Tables>, table: string): AsyncGenerator<string[]> {
  // A cursor lives within the transaction, so that it works behind a pooler too.
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(one_row)::text as line from ${sql.table(table)} one_row`.execute(transaction)
  let count = 10
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(count)} from backup_rows`.execute(
      transaction,
    )
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const bytesPerRow = lines.reduce((sum, line) => sum + line.length, 0) / lines.length
    count = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(BATCH_BYTES / bytesPerRow)))
  }
  await sql`close backup_rows`.execute(transaction)
}

/** The tables in the database: ours by name, and those that somebody else has put beside them. */
async function tablesIn(transaction: Transaction<Tables>) {
  const { rows } = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = current_schema()
    and tablename not like 'kysely\\_%' order by 1`.execute(transaction)
  const names = rows.map(({ name }) => name)
  const isOurs = (name: string) => Object.hasOwn(TABLE_OWNERSHIP, name)
  return { ours: names.filter(isOurs), others: names.filter(name => !isOurs(name)) }
}
