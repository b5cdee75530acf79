import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds indexes to find, without reading the whole history, the newest entries of a part and a user's pieces that are
 * not deleted. Retracted entries have an index of their own, because a query would otherwise read and skip each of
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index practice_part on practice (user_id, part_id, at) where retracted_at is null`,
  `create index practice_part_retracted on practice (user_id, part_id, at) where retracted_at is not null`,
  `create index piece_living on piece (user_id) where deleted_at is null`,
]
