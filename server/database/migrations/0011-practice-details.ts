import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds columns for the details of a practice entry, and for a piece's performance date and on-hold flag. No row is
 * rewritten, and servers of the previous version can still write rows without these columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table practice
    add column seconds smallint check (seconds between 1 and 3600),
    add column planned_seconds smallint check (planned_seconds between 60 and 3600),
    add column day integer,
    add column first_try_clean boolean,
    add column run_through_id text check (char_length(run_through_id) = 36)`,
  `alter table piece
    add column perform_on integer check (perform_on >= 0),
    add column perform_on_at bigint check (perform_on_at >= 0),
    add column on_hold boolean not null default false,
    add column on_hold_at bigint check (on_hold_at >= 0)`,
]
