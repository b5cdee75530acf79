import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds when a part was moved. Null for one that never was, so that no row is rewritten and servers of the version before
 * go on writing rows without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table part add column position_at bigint check (position_at >= 0)`.execute(db)
}
