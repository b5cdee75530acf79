import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Adds indexes to find all users' pieces and parts that were deleted long ago. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['piece', 'part'])
    await sql
      .raw(`create index ${table}_deleted_at on ${table} (deleted_at) where deleted_at is not null`)
      .execute(db)
}
