import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds a table with the reason why a session was ended, so that a device can tell "ended elsewhere" from "expired":
 * only the former deletes the device's data (D18). It stores the hash of the session's random token without user and
 * device, so that only somebody who has the token can find its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ended_session (
    token_hash text not null primary key,
    reason text not null check (reason in ('session-revoked', 'account-deleted')),
    kept_until bigint not null
  )`,
  `create index ended_session_kept_until on ended_session (kept_until)`,
]
