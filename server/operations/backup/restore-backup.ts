import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { TABLE_OWNERSHIP } from '#server/account/table-ownership.ts'
import { loadAppliedMigrations, migrateDatabase, findUnknownMigrations } from '#server/database/migrate.ts'
import { SERVER_APPLICATION_NAME } from '#server/database/open-database.ts'
import { migrations } from '#server/database/migrations/migrations.ts'
import type { Tables } from '#server/database/tables.ts'
import { finishRestore } from '../finish-restore.ts'
import { PRODUCT_VERSION } from '../product-version.ts'
import type { BackupHeader } from './backup-format.ts'
import { readBackup } from './read-backup.ts'

const BATCH_CHARACTERS = 1024 * 1024
const MAX_BATCH_ROWS = 1000

type Options = {
  /** Whether the data of a database that is not empty may be replaced. */
  replace: boolean
  /** Whether the sessions in the backup stay valid, including those that were ended after the backup (rule BR7). */
  keepSessions: boolean
}

/** Result of `restoreBackup`: the new epoch (id) of the database, or the reason why nothing was restored. */
export type RestoreResult = { kind: 'restored'; epoch: string } | { kind: 'refused'; message: string }

/**
 * Returns a message for the operator if this version of the server cannot read a backup, because a newer version wrote
 * it. Returns null if it can.
 */
export function backupSchemaFault({ migrations: theirs, productVersion }: BackupHeader): string | null {
  if (findUnknownMigrations(theirs).length === 0 && isBeginning(theirs)) return null
  return `The backup was made by Dacapo ${productVersion} with a newer database (${theirs.at(-1)}) than this version, ${PRODUCT_VERSION}, knows. Restore it with version ${productVersion} or a newer one.`
}

const isBeginning = (names: readonly string[]) =>
  names.every((name, place) => Object.keys(migrations)[place] === name)

/**
 * Replaces all tables by those of a verified backup and sets a new epoch (id of the database), in one transaction.
 * Creates the tables as they were at the time of the backup, inserts the rows, and then applies newer migrations.
 * Throws and changes nothing if the file is damaged. Returns 'refused' if a newer version has migrated the database, a
 * server is connected to it, or it contains data and `replace` is false.
 */
export async function restoreBackup(
  db: Kysely<Tables>,
  file: string,
  { replace, keepSessions }: Options,
): Promise<RestoreResult> {
  const unknown = findUnknownMigrations(await loadAppliedMigrations(db))
  if (unknown.length > 0)
    return refused(`The database was migrated by a newer version of Dacapo (${unknown.join(', ')}).`)
  const running = await runningServers(db)
  if (running > 0)
    return refused(
      `A server is connected to the database (${running} connections). Stop every server, then restore.`,
    )
  if (!replace) {
    const table = await firstTableWithData(db)
    if (table !== null)
      return refused(
        `The database has data (for example in the table ${table}). To lose it and put the backup in its place, add --replace; to look at it first, back it up.`,
      )
  }
  const epoch = await db.transaction().execute(async transaction => {
    await sql`set local lock_timeout = '10s'`.execute(transaction)
    await dropTables(transaction)
    await fill(transaction, file)
    return finishRestore(transaction, { keepSessions })
  })
  return { kind: 'restored', epoch }
}

const refused = (message: string) => ({ kind: 'refused', message }) as const

/** Counts the connections of servers; an embedded database cannot have any, because only one process opens it. */
async function runningServers(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_APPLICATION_NAME}`.execute(db)
  return rows[0]?.count ?? 0
}

/** These have rows although nobody has used the server. */
const FILLED_BY_ITSELF: ReadonlySet<string> = new Set(['library_epoch', 'job', 'rate_limit'])

async function firstTableWithData(db: Kysely<Tables>): Promise<string | null> {
  for (const table of Object.keys(TABLE_OWNERSHIP)) {
    if (FILLED_BY_ITSELF.has(table) || !(await exists(db, table))) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return null
}

async function exists(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_tables
    where schemaname = current_schema() and tablename = ${table}`.execute(db)
  return rows.length > 0
}

async function dropTables(transaction: Transaction<Tables>): Promise<void> {
  for (const table of [...Object.keys(TABLE_OWNERSHIP), 'kysely_migration', 'kysely_migration_lock'])
    await sql`drop table if exists ${sql.table(table)}`.execute(transaction)
}

/** Makes the tables of the backup, fills them and migrates them. Throws, which undoes it, if the file is damaged. */
async function fill(transaction: Transaction<Tables>, file: string): Promise<void> {
  let batch: string[] = []
  let characters = 0
  let table = ''
  const flush = async () => {
    if (batch.length > 0) await insert(transaction, table, batch)
    batch = []
    characters = 0
  }
  for await (const entry of readBackup(file)) {
    switch (entry.kind) {
      case 'header':
        await migrateOrThrow(transaction, entry.header.migrations.at(-1))
        break
      case 'table':
        await flush()
        ;({ table } = entry)
        // The first migration gives the library an epoch, which is in the backup too.
        await sql`delete from ${sql.table(table)}`.execute(transaction)
        break
      case 'row':
        batch.push(entry.json)
        characters += entry.json.length
        if (characters >= BATCH_CHARACTERS || batch.length >= MAX_BATCH_ROWS) await flush()
        break
      case 'end':
        await flush()
    }
  }
  await migrateOrThrow(transaction)
}

async function insert(
  transaction: Transaction<Tables>,
  table: string,
  rows: readonly string[],
): Promise<void> {
  const name = sql.table(table)
  const { numAffectedRows } = await sql`insert into ${name}
    select * from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::text::json)`.execute(
    transaction,
  )
  if (Number(numAffectedRows) !== rows.length)
    throw new Error(`${Number(numAffectedRows)} of ${rows.length} rows of ${table} were stored`)
}

async function migrateOrThrow(transaction: Transaction<Tables>, to?: string): Promise<void> {
  const migrated = await migrateDatabase(transaction, to)
  if (migrated.kind === 'failed') throw new Error(migrated.message)
}
