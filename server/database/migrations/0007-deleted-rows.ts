import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Finds what was deleted so long ago that it is forgotten, over all users, without reading what is not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['piece', 'part'])
    await sql
      .raw(`create index ${table}_deleted_at on ${table} (deleted_at) where deleted_at is not null`)
      .execute(db)
}
