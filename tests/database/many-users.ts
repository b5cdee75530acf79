import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

const ROWS_OF_EVERY_USER = [
  `"user" (id, name, email, "emailVerified")
    select 'user-' || n, '', 'musician-' || n || '@example.org', true`,
  `session (id, "expiresAt", token, "updatedAt", "userId")
    select 'session-' || n, now() + (n % 60 + 1) * interval '1 day', 'token-' || n, now(), 'user-' || n`,
  `piece (user_id, id, name, importance, end_tempo, created_at, updated_at, revision)
    select 'user-' || n, lpad(n::text, 36, 'p'), 'Gigue', 3, 120, ms, ms, 1`,
  `part (user_id, id, piece_id, position, current_tempo, created_at, revision)
    select 'user-' || n, lpad(n::text, 21, 's'), lpad(n::text, 36, 'p'), 0, 80, ms, 2`,
  `practice (user_id, id, piece_id, part_id, tempo, at, revision)
    select 'user-' || n, lpad(n::text, 36, 'e'), lpad(n::text, 36, 'p'), lpad(n::text, 21, 's'), 80, ms, 2`,
  `sync_change (user_id, id, revision, created_at) select 'user-' || n, 'change-' || n, 2, ms`,
  `rate_limit (key, window_start, count) select 'limit:' || n, ms, 1`,
]

const ROWS_OF_EVERY_TENTH_USER = [
  `subscription (user_id, id, status) select 'user-' || n, 'sub-' || n, 'active'`,
  `billing_account (user_id, customer_id, check_due_at) select 'user-' || n, 'customer-' || n, ms + 86400000`,
  `account (id, "accountId", "providerId", "userId", "updatedAt")
    select 'account-' || n, n, 'google', 'user-' || n, now()`,
  `event (id, user_id, name, parameters, at, received_at)
    select 'event-' || n, 'user-' || n, 'add_piece', '{}', ms, ms`,
  `ended_session (token_hash, reason, kept_until) select 'hash-' || n, 'session-revoked', ms + 86400000`,
]

const ROWS_OF_EVERY_HUNDREDTH_USER = [
  `verification (id, identifier, value, "expiresAt")
    select 'verification-' || n, 'link-' || n, 'x', now() + interval '15 minutes'`,
  `sign_in_code (browser_hash, email, code_hash, link_identifier, expires_at, created_at)
    select 'browser-' || n, 'musician-' || n || '@example.org', 'x', 'link-' || n, ms + 900000, ms`,
  `feedback (id, user_id, text, language, screen, created_at, written_at, mailed_at)
    select 'feedback-' || n, 'user-' || n, 'text', 'en', '/', ms, ms, ms`,
]

export async function fillManyUsers(db: Kysely<Tables>, count: number): Promise<void> {
  const now = Date.now() - 60_000
  for (const [every, kinds] of [
    [1, ROWS_OF_EVERY_USER],
    [10, ROWS_OF_EVERY_TENTH_USER],
    [100, ROWS_OF_EVERY_HUNDREDTH_USER],
  ] as const)
    for (const rows of kinds)
      await sql`${sql.raw(`insert into ${rows}`)} from generate_series(1, ${sql.lit(count)}, ${sql.lit(every)}) as n,
        (select ${sql.lit(now)}::bigint as ms) as one`.execute(db)
  // A trigger has inserted these rows.
  await sql`update user_revision set revision = 2, library_rows = 2, practice_rows = 1`.execute(db)
  await sql`analyze`.execute(db)
}
