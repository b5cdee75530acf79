import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { hashRateLimitKey } from '#server/http/rate-limit.ts'

/** The user whose account is being deleted. The email address is in lower case, as in the database. */
export type AccountToDelete = { id: string; email: string }

/** How the rows of a table belong to a user, or why none does. */
type TableOwnership =
  | { kind: 'user-id'; column: string }
  | { kind: 'email'; column: string }
  /** Belongs to the user whose id or address is contained in the row, e.g. as a hash. */
  | { kind: 'traces'; of: (owner: AccountToDelete) => RawBuilder<boolean> }
  | { kind: 'nobody'; because: string }

const ownedByUserId = { kind: 'user-id', column: 'user_id' } as const

/**
 * Defines for each database table which rows belong to a user. Account deletion deletes these rows, table by table in
 * this order (rule DA1). `billing_account` comes first, because every write to `subscription` must lock the user's row
 * in `billing_account`. Once that row is deleted, no subscription can be written for the user any more. In the same way
 * `user_revision` comes before the library: a sync round that waits for that row finds none and writes nothing.
 * tests/user-tables.test.ts detects wrong definitions.
 */
export const TABLE_OWNERSHIP: Record<keyof Tables, TableOwnership> = {
  billing_account: ownedByUserId,
  subscription: ownedByUserId,
  user_revision: ownedByUserId,
  piece: ownedByUserId,
  part: ownedByUserId,
  practice: ownedByUserId,
  sync_change: ownedByUserId,
  avatar: ownedByUserId,
  feedback: ownedByUserId,
  event: ownedByUserId,
  account: { kind: 'user-id', column: 'userId' },
  session: { kind: 'user-id', column: 'userId' },
  sign_in_code: { kind: 'email', column: 'email' },
  // A pending sign-in link. Its value is JSON that contains the address.
  verification: { kind: 'traces', of: ({ email }) => sql`strpos(value, ${JSON.stringify(email)}) > 0` },
  rate_limit: {
    kind: 'traces',
    of: ({ id, email }) =>
      sql`split_part(key, ':', 2) in (${hashRateLimitKey(id)}, ${hashRateLimitKey(email)})`,
  },
  user: { kind: 'user-id', column: 'id' },
  ended_session: {
    kind: 'nobody',
    because: 'the hash of a random token and why it is over: whose it was, nobody can tell any more',
  },
  deleted_user: {
    kind: 'nobody',
    because: 'the random ids of deleted users, each until the last row of the history is deleted, too',
  },
  mailbox: { kind: 'nobody', because: 'the inboxes of a development machine, which are not ours to empty' },
  library_epoch: { kind: 'nobody', because: 'names the life of the database' },
  job: { kind: 'nobody', because: 'what the server does by itself, and when' },
}
