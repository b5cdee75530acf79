import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds the epochs that the database had before its current one, newest first, under which devices may go on (rule
 * LS30).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table library_epoch add column earlier text[] not null default '{}'`.execute(db)
}
