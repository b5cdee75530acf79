import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endSessions } from '#server/identity/find-session.ts'
import { TABLE_OWNERSHIP } from './table-ownership.ts'
import type { AccountToDelete } from './table-ownership.ts'

/** The tables that grow with every practice entry, and how many of their rows are deleted at a time. */
const LONG_TABLES = ['practice', 'sync_change'] as const
const ROWS_AT_A_TIME = 500

/**
 * Deletes all rows of a user (rule DA1): first the long tables in pieces, between which others have their turn, then
 * everything that is left in one transaction. The user's subscriptions must already be canceled. A concurrent write either commits first and is deleted as well, or fails because the user is missing (rule DA3).
 * Returns 'gone' if another request has already deleted the user.
 */
export async function deleteUserRows(db: Kysely<Tables>, userId: string): Promise<'deleted' | 'gone'> {
  for (const table of LONG_TABLES) await deleteInPieces(db, table, userId)
  const { value } = await inTransaction<'deleted' | 'gone'>(db, async db => {
    const owner = await db
      .selectFrom('user')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (owner === undefined) return { kind: 'rollback', value: 'gone' }
    await endSessions(db, { userId, all: true }, 'account-deleted')
    for (const table of Object.keys(TABLE_OWNERSHIP)) await deleteRows(db, table as keyof Tables, owner)
    return { kind: 'commit', value: 'deleted' }
  })
  return value
}

async function deleteInPieces(
  db: Kysely<Tables>,
  table: (typeof LONG_TABLES)[number],
  userId: string,
): Promise<void> {
  for (let deleted = ROWS_AT_A_TIME; deleted === ROWS_AT_A_TIME;) {
    const started = performance.now()
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where user_id = ${userId} and id in
        (select id from ${sql.table(table)} where user_id = ${userId} limit ${ROWS_AT_A_TIME})`.execute(db)
    deleted = Number(numAffectedRows)
    await pause(performance.now() - started)
  }
}

async function deleteRows(db: Kysely<Tables>, table: keyof Tables, owner: AccountToDelete): Promise<void> {
  const ownership = TABLE_OWNERSHIP[table]
  const rows = sql`delete from ${sql.table(table)} where`
  switch (ownership.kind) {
    case 'user-id':
      await sql`${rows} ${sql.ref(ownership.column)} = ${owner.id}`.execute(db)
      return
    case 'email':
      await sql`${rows} ${sql.ref(ownership.column)} = ${owner.email}`.execute(db)
      return
    case 'traces':
      await sql`${rows} ${ownership.of(owner)}`.execute(db)
      return
    case 'nobody':
  }
}
