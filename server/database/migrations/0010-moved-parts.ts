import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds a column for the time at which a part was last moved within its piece. It is null for a part that was never
 * moved, so that no row is rewritten and servers of the previous version can still write rows without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table part add column position_at bigint check (position_at >= 0)`.execute(db)
}
