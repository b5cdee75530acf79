import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { runTransactionWithRetry } from '#server/database/statements.ts'

const USERS_AT_ONCE = 500

/** `before` is in ms since 1970. Devices that may have missed a deletion do a full sync later (rule LS17). */
export async function purgeDeletedPiecesAndParts(
  db: Kysely<Tables>,
  before: number,
  hasTime: () => boolean,
): Promise<void> {
  while (hasTime()) {
    const users = await db
      .selectFrom('piece')
      .select('user_id')
      .where('deleted_at', '<', before)
      .union(db.selectFrom('part').select('user_id').where('deleted_at', '<', before))
      .limit(USERS_AT_ONCE)
      .execute()
    for (const { user_id } of users) if (hasTime()) await forgetOf(db, user_id, before)
    if (users.length < USERS_AT_ONCE) return
  }
}

const forgetOf = (db: Kysely<Tables>, userId: string, before: number) =>
  runTransactionWithRetry(db, async db => {
    // Every write for this user locks this row first, too, so that nothing deadlocks.
    await db
      .selectFrom('user_revision')
      .select('revision')
      .where('user_id', '=', userId)
      .forUpdate()
      .execute()
    await sql`
      with pieces as (
        delete from piece where user_id = ${userId} and deleted_at < ${before} returning id, revision
      ), parts as (
        delete from part where user_id = ${userId}
          and (deleted_at < ${before} or piece_id in (
            select id from piece where user_id = ${userId} and deleted_at < ${before}))
        returning revision
      ), gone as (select revision from pieces union all select revision from parts)
      update user_revision set minimum_revision = greatest(minimum_revision, (select max(revision) from gone)),
        library_rows = library_rows - (select count(*) from gone)
      where user_id = ${userId}`.execute(db)
  })
