import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { hashedKey } from '#server/rate-limit.ts'

/** Whose account is deleted; the address as it is stored, in small letters. */
export type Owner = { id: string; email: string }

/** How a row of a table is known to be a user's, or why no row of it is anybody's. */
type Ownership =
  | { kind: 'user-id'; column: string }
  | { kind: 'email'; column: string }
  /** Known by something that is made of the id or the address. */
  | { kind: 'traces'; of: (owner: Owner) => RawBuilder<boolean> }
  | { kind: 'nobody'; because: string }

const byUser = { kind: 'user-id', column: 'user_id' } as const

/**
 * Of every table, by what its rows belong to a user: all that goes with the account (rule DA1), in the order in which
 * it goes. A table that is not here does not compile, and one that is wrong here fails tests/user-tables.test.ts.
 *
 * Money first: what writes `subscription` holds the row of `billing_account`, so once that is gone nothing comes after.
 */
export const OWNERSHIP: Record<keyof Tables, Ownership> = {
  billing_account: byUser,
  subscription: byUser,
  stripe_event: byUser,
  piece: byUser,
  part: byUser,
  practice: byUser,
  sync_change: byUser,
  user_revision: byUser,
  avatar: byUser,
  feedback: byUser,
  event: byUser,
  account: { kind: 'user-id', column: 'userId' },
  session: { kind: 'user-id', column: 'userId' },
  sign_in_code: { kind: 'email', column: 'email' },
  // A sign-in link that is on its way; its value is JSON with the address in it.
  verification: { kind: 'traces', of: ({ email }) => sql`strpos(value, ${JSON.stringify(email)}) > 0` },
  rate_limit: {
    kind: 'traces',
    of: ({ id, email }) => sql`split_part(key, ':', 2) in (${hashedKey(id)}, ${hashedKey(email)})`,
  },
  user: { kind: 'user-id', column: 'id' },
  ended_session: {
    kind: 'nobody',
    because: 'the hash of a random token and why it is over: whose it was, nobody can tell any more',
  },
  mailbox: { kind: 'nobody', because: 'the inboxes of a development machine, which are not ours to empty' },
  library_epoch: { kind: 'nobody', because: 'names the life of the database' },
  job: { kind: 'nobody', because: 'what the server does by itself, and when' },
}
