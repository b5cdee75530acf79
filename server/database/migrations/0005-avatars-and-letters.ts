import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds a table for users' profile pictures (D22), and columns for the kind of a feedback message and its author's
 * plan.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table avatar (
    user_id text not null primary key,
    bytes bytea not null check (octet_length(bytes) between 1 and 524288),
    type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
    hash text not null,
    fetched_at bigint not null
  )`,
  `alter table feedback add column kind text not null default 'feedback' check (kind in ('feedback', 'support'))`,
  // The plan when the feedback arrived.
  `alter table feedback add column from_pro boolean not null default false`,
]
