import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Rows of users who have signed in, practiced and sent what was counted, one of each kind and user. */
const EACH_USER = [
  `"user" (id, name, email, "emailVerified")
    select 'user-' || n, '', 'musician-' || n || '@example.org', true`,
  `session (id, "expiresAt", token, "updatedAt", "userId")
    select 'session-' || n, now() + (n % 60 + 1) * interval '1 day', 'token-' || n, now(), 'user-' || n`,
  `user_revision (user_id, revision, library_rows, practice_rows) select 'user-' || n, 2, 2, 1`,
  `piece (user_id, id, name, importance, end_tempo, created_at, updated_at, revision)
    select 'user-' || n, lpad(n::text, 36, 'p'), 'Gigue', 3, 120, ms, ms, 1`,
  `part (user_id, id, piece_id, position, current_tempo, created_at, revision)
    select 'user-' || n, lpad(n::text, 21, 's'), lpad(n::text, 36, 'p'), 0, 80, ms, 2`,
  `practice (user_id, id, piece_id, part_id, tempo, at, revision)
    select 'user-' || n, lpad(n::text, 36, 'e'), lpad(n::text, 36, 'p'), lpad(n::text, 21, 's'), 80, ms, 2`,
  `sync_change (user_id, id, revision, created_at) select 'user-' || n, 'change-' || n, 2, ms`,
  `rate_limit (key, window_start, count) select 'limit:' || n, ms, 1`,
]

/** What a part of the users has: one in so many. */
const SOME_USERS: readonly (readonly [every: number, rows: string])[] = [
  [10, `subscription (user_id, id, status) select 'user-' || n, 'sub-' || n, 'active'`],
  [
    10,
    `billing_account (user_id, customer_id, check_due_at) select 'user-' || n, 'customer-' || n, ms + 86400000`,
  ],
  [
    10,
    `account (id, "accountId", "providerId", "userId", "updatedAt")
      select 'account-' || n, n, 'google', 'user-' || n, now()`,
  ],
  [
    10,
    `event (id, user_id, name, parameters, at, received_at)
      select 'event-' || n, 'user-' || n, 'add_piece', '{}', ms, ms`,
  ],
  [
    10,
    `ended_session (token_hash, reason, kept_until) select 'hash-' || n, 'session-revoked', ms + 86400000`,
  ],
  [
    100,
    `verification (id, identifier, value, "expiresAt")
      select 'verification-' || n, 'link-' || n, 'x', now() + interval '15 minutes'`,
  ],
  [
    100,
    `sign_in_code (browser_hash, email, code_hash, link_identifier, expires_at, created_at)
      select 'browser-' || n, 'musician-' || n || '@example.org', 'x', 'link-' || n, ms + 900000, ms`,
  ],
  [
    100,
    `feedback (id, user_id, text, language, screen, created_at, written_at, mailed_at)
      select 'feedback-' || n, 'user-' || n, 'text', 'en', '/', ms, ms, ms`,
  ],
]

/**
 * Fills the tables with this many users and no expired rows, and updates PostgreSQL's statistics. Needs a superuser,
 * because foreign keys, which hold here anyway, are not checked for each of eight million rows.
 */
export async function fillManyUsers(db: Kysely<Tables>, count: number): Promise<void> {
  const now = Date.now() - 60_000
  await db.connection().execute(async connection => {
    const insert = (rows: string, every: number) =>
      sql`${sql.raw(`insert into ${rows}`)} from generate_series(1, ${sql.lit(count)}, ${sql.lit(every)}) as n,
        (select ${sql.lit(now)}::bigint as ms) as one`.execute(connection)
    await sql`set session_replication_role = replica`.execute(connection)
    for (const rows of EACH_USER) await insert(rows, 1)
    for (const [every, rows] of SOME_USERS) await insert(rows, every)
    await sql`reset session_replication_role`.execute(connection)
  })
  await sql`analyze`.execute(db)
}
