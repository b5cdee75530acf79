import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds columns for the time at which feedback was written, the time at which it was mailed to the operator, and the
 * time of the next attempt, so that a failed mail is tried again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table feedback
    add column written_at bigint,
    add column mailed_at bigint,
    add column mail_due_at bigint not null default 0`,
  // Older feedback was mailed on arrival, or could not be.
  `update feedback set written_at = created_at, mailed_at = created_at`,
  `alter table feedback alter column written_at set not null`,
  `create index feedback_mail_due_at on feedback (mail_due_at) where mailed_at is null`,
  `create index feedback_created_at on feedback (created_at)`,
]
