import { sql, type RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { hashRateLimitSubject } from '#server/http/rate-limit.ts'

type Condition = (owner: { id: string; email: string }) => RawBuilder<unknown>

const byUserId: Condition = ({ id }) => sql`user_id = ${id}`

/**
 * A user's rows are deleted in this order. `billing_account` and `user_revision` precede the tables that
 * they guard: other transactions lock the user's row there first, and write nothing if it is gone.
 */
export const USER_ROW_CONDITIONS: Record<keyof Tables, Condition | null> = {
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
    sql`split_part(key, ':', 2) in (${hashRateLimitSubject(id)}, ${hashRateLimitSubject(email)})`,
  user: ({ id }) => sql`id = ${id}`,
  // Hashes of random tokens, which cannot be traced to a user.
  ended_session: null,
  // Random ids of deleted users, each until the last row of the history is deleted.
  deleted_user: null,
  // On a development machine only.
  mailbox: null,
  library_epoch: null,
  job: null,
}
