import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Adds the indexes without which housekeeping and each sign-in would read whole tables once there are many users (rule
 * DB46). Each takes some seconds for a million rows, in which its table cannot be written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index session_expires_at on "session" ("expiresAt")`,
  `create index session_created_at on "session" ("createdAt")`,
  `create index verification_expires_at on "verification" ("expiresAt")`,
  `create index sign_in_code_email on sign_in_code (email)`,
]
