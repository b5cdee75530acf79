import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endSessions } from '#server/identity/ended-session.ts'
import { lockRevision } from '#server/library/user-revision.ts'
import { OWNERSHIP } from './user-tables.ts'
import type { Owner } from './user-tables.ts'

/**
 * Removes every row of a user in one transaction (rule DA1). Whatever writes for them at this moment has either
 * committed before, and goes too, or finds nobody (rule DA3). What they pay must have ended before. Their devices are
 * told why they are signed out. 'gone': somebody else was faster.
 */
export async function deleteUser(db: Kysely<Tables>, userId: string): Promise<'deleted' | 'gone'> {
  const { value } = await inTransaction<'deleted' | 'gone'>(db, async db => {
    const owner = await db
      .selectFrom('user')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (owner === undefined) return { kind: 'rollback', value: 'gone' }
    await lockRevision(db, userId)
    await endSessions(db, { userId, all: true }, 'account-deleted')
    for (const table of Object.keys(OWNERSHIP)) await deleteRows(db, table as keyof Tables, owner)
    return { kind: 'commit', value: 'deleted' }
  })
  return value
}

async function deleteRows(db: Kysely<Tables>, table: keyof Tables, owner: Owner): Promise<void> {
  const ownership = OWNERSHIP[table]
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
