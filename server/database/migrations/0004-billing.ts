import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds tables for Stripe's customers and events, and a column for refunds of subscriptions. Stripe remains the source
 * of truth about payments; these rows say when to fetch from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One row per user who ever began to buy. It is the lock for concurrent purchases of one user.
  `create table billing_account (
    user_id text not null primary key,
    customer_id text unique,
    fetched_at bigint not null default 0,
    checkout_until bigint,
    check_due_at bigint,
    attempt integer not null default 0,
    lease_holder text,
    lease_until bigint not null default 0
  )`,
  `create index billing_account_check_due_at on billing_account (check_due_at) where check_due_at is not null`,
  `create table stripe_event (
    id text not null primary key,
    type text not null,
    user_id text not null,
    received_at bigint not null,
    tried_at bigint,
    processed_at bigint
  )`,
  `create index stripe_event_user_id on stripe_event (user_id)`,
  `create index stripe_event_waiting on stripe_event (received_at) where processed_at is null`,
  // The refund of a duplicate subscription; null for all others.
  `alter table subscription add column refund text check (refund in ('due', 'done'))`,
]
