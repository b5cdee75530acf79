import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { SERVER_APPLICATION_NAME } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { TABLES } from './embedded-dump.ts'
import { finishRestore } from './set-new-epoch.ts'

const BATCH_ROWS = 100
/** These have rows although nobody has used the server. */
const FILLED_BY_ITSELF: ReadonlySet<string> = new Set(['library_epoch', 'job', 'rate_limit'])

/**
 * Replaces the rows of a PostgreSQL by those of an embedded database, in one transaction, and begins a new epoch. Both
 * have the tables of this version. Returns null, or why nothing was changed: a server is connected to the PostgreSQL, or
 * it has data and `replace` is false. Throws and changes nothing if a row does not arrive.
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
