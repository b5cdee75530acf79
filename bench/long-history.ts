import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { silentLogger } from '#tests/sync/library-server.ts'

export async function openAsServer(
  database: Parameters<typeof openDatabase>[0]['database'],
): Promise<Database> {
  const opened = await openDatabase({ database, live: 'listen' }, silentLogger)
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

/**
 * Writes a hundred entries per revision, as sync rounds do. They cover the last nine years; the newest is a week old. The part
 * gets the newest revision.
 */
export async function addHistory(
  db: Kysely<Tables>,
  { userId, pieceId, partId }: { userId: string; pieceId: string; partId: string },
  entries: number,
): Promise<void> {
  if (entries === 0) return
  const week = 7 * 24 * 60 * 60_000
  const newest = Date.now() - week
  const interval = Math.floor((9 * 52 * week) / entries)
  await sql`
    insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
    select ${userId}, gen_random_uuid()::text, ${pieceId}, ${partId}, 90,
      ${newest}::bigint - ${interval}::bigint * n, 2 + (${entries}::int - n) / 100
    from generate_series(1, ${entries}::int) as n`.execute(db)
  const last = 2 + Math.ceil(entries / 100)
  await sql`update part set revision = ${last} where user_id = ${userId}`.execute(db)
  await sql`update user_revision set revision = ${last}, practice_rows = practice_rows + ${entries}
    where user_id = ${userId}`.execute(db)
  // Autovacuum would do it later.
  await sql`vacuum analyze practice`.execute(db)
}
