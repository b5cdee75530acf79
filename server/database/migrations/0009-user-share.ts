import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds columns for each user's number of rows, and for the number of changes on their last active day. They are in the
 * row that every write of a user updates anyway, so that checking the limits needs no additional statement. Adds an
 * index to read a user's events in pages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table user_revision
    add column library_rows integer not null default 0 check (library_rows >= 0),
    add column practice_rows integer not null default 0 check (practice_rows >= 0),
    add column day integer not null default 0,
    add column changes_of_day integer not null default 0`,
  `update user_revision set
    library_rows = (select count(*) from piece where piece.user_id = user_revision.user_id)
      + (select count(*) from part where part.user_id = user_revision.user_id),
    practice_rows = (select count(*) from practice where practice.user_id = user_revision.user_id)`,
  `create index event_user_id_at on event (user_id, at, id)`,
  // The new index begins with the same column.
  `drop index event_user_id`,
]
