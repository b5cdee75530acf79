import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds the time at which a piece or part was last brought back. It is null for one that never was, so that no row is
 * rewritten and servers of the previous version can still write rows without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['piece', 'part'])
    await sql`alter table ${sql.table(table)} add column restored_at bigint check (restored_at >= 0)`.execute(
      db,
    )
}
