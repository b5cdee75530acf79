import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { hashRateLimitKey } from '#server/http/rate-limit.ts'

/** The user whose account is being deleted. The email address is in lower case, as in the database. */
type AccountToDelete = { id: string; email: string }

type Condition = (owner: AccountToDelete) => RawBuilder<unknown>

const byUserId: Condition = ({ id }) => sql`user_id = ${id}`

/**
 * Defines for each database table which rows belong to a user; null means none. Account deletion deletes these rows,
 * table by table in this order (rule DA1). `billing_account` comes first, because every write to `subscription` must
 * lock the user's row in `billing_account`. Once that row is deleted, no subscription can be written for the user any
 * more. In the same way `user_revision` comes before the library: a sync round that waits for that row finds none and
 * writes nothing.
 */
export const TABLE_OWNERSHIP: Record<keyof Tables, Condition | null> = {
  billing_account: byUserId,
  subscription: byUserId,
  user_revision: byUserId,
  piece: byUserId,
  part: byUserId,
  practice: byUserId,
  sync_change: byUserId,
  avatar: byUserId,
  feedback: byUserId,
  event: byUserId,
  account: ({ id }) => sql`"userId" = ${id}`,
  session: ({ id }) => sql`"userId" = ${id}`,
  sign_in_code: ({ email }) => sql`email = ${email}`,
  // A pending sign-in link. Its value is JSON that contains the address.
  verification: ({ email }) => sql`strpos(value, ${JSON.stringify(email)}) > 0`,
  rate_limit: ({ id, email }) =>
    sql`split_part(key, ':', 2) in (${hashRateLimitKey(id)}, ${hashRateLimitKey(email)})`,
  user: ({ id }) => sql`id = ${id}`,
  // Hashes of random tokens: whose they were, nobody can tell.
  ended_session: null,
  // Random ids of deleted users, each until the last row of the history is deleted.
  deleted_user: null,
  // On a development machine only.
  mailbox: null,
  library_epoch: null,
  job: null,
}
