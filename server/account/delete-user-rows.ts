import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { runTransactionWithRetry } from '#server/database/statements.ts'
import { deleteSessionsKeepingReason } from '#server/identity/find-session.ts'
import { USER_ROW_CONDITIONS } from './table-ownership.ts'

const LONG_TABLES: readonly string[] = ['piece', 'part', 'practice', 'sync_change']
const ROWS_AT_A_TIME = 500

/** Cancel the subscriptions before, and delete the library with `deleteRowsOfDeletedUsers` afterwards. */
export async function deleteNonLibraryRows(db: Kysely<Tables>, userId: string): Promise<'deleted' | 'gone'> {
  return runTransactionWithRetry(db, async db => {
    const owner = await db
      .selectFrom('user')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (owner === undefined) return 'gone'
    await deleteSessionsKeepingReason(db, { userId, all: true }, 'account-deleted')
    await db.insertInto('deleted_user').values({ id: userId }).execute()
    for (const [table, isOwn] of Object.entries(USER_ROW_CONDITIONS))
      if (isOwn !== null && !LONG_TABLES.includes(table))
        await sql`delete from ${sql.table(table)} where ${isOwn(owner)}`.execute(db)
    return 'deleted'
  })
}

/** Stops when `hasTime` returns false. The next call continues, even after a restart. */
export async function deleteRowsOfDeletedUsers(
  db: Kysely<Tables>,
  hasTime: () => boolean = () => true,
): Promise<void> {
  for (const { id } of await db.selectFrom('deleted_user').select('id').execute()) {
    for (const table of LONG_TABLES) await deleteInBatches(db, table, id, hasTime)
    // The user stays listed if another server is still deleting rows, or if there was no time.
    const left = LONG_TABLES.map(table => sql`exists (select from ${sql.table(table)} where user_id = ${id})`)
    await sql`delete from deleted_user where id = ${id} and not (${sql.join(left, sql` or `)})`.execute(db)
  }
}

/** Each batch starts after the last one's ids, because PGlite never vacuums and would reread deleted rows. */
async function deleteInBatches(
  db: Kysely<Tables>,
  table: string,
  userId: string,
  hasTime: () => boolean,
): Promise<void> {
  for (let last: string | null = ''; last !== null && hasTime();) {
    const started = performance.now()
    const after: string = last
    const { rows } = await sql<{ last: string | null }>`
      with batch as materialized (
        select id from ${sql.table(table)} where user_id = ${userId} and id > ${after} order by id limit ${ROWS_AT_A_TIME}
      ), gone as (
        delete from ${sql.table(table)} where user_id = ${userId} and id > ${after} and id <= (select max(id) from batch)
      )
      select max(id) as last from batch`.execute(db)
    last = rows[0]?.last ?? null
    await pause(performance.now() - started)
  }
}
