import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Why a session that a device still shows is over, so that it can tell "ended elsewhere" from "run out": the one
 * wipes the device, the other does not (D18). The hash of a random token, with neither user nor device: once the
 * session is gone, only who holds the token can tell whose it was.
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
