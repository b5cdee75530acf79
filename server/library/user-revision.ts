import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Head } from './rows-since.ts'

/**
 * Gives the user's library its next revision. The row stays locked until the transaction ends, so for one user
 * revisions are committed in their order, and users never wait for each other. A sequence would hand out numbers
 * that become visible out of order, and a device would pass over rows for ever (rule LS2). Null for a user who is no
 * more: a deletion takes the row along, so whoever waited for it begins at 1 again, and only there it is looked
 * whether there is a user (rule DA3).
 */
export async function bumpRevision(db: Kysely<Tables>, userId: string): Promise<Head | null> {
  const head = await lockRevision(db, userId)
  return head.revision > 1 || (await isThere(db, userId)) ? head : null
}

/** The same, whoever it is. For a deletion, which lets nobody write meanwhile. */
export async function lockRevision(db: Kysely<Tables>, userId: string): Promise<Head> {
  const { rows } = await sql<Head>`
    insert into user_revision (user_id, revision) values (${userId}, 1)
    on conflict (user_id) do update set revision = user_revision.revision + 1
    returning revision, minimum_revision as "minimumRevision", (select epoch from library_epoch) as epoch
  `.execute(db)
  const [head] = rows
  if (head === undefined) throw new Error('a revision was not given out')
  return head
}

/** The revision of the user's library; 0 when nothing was ever written. */
export async function revisionOf(db: Kysely<Tables>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

// Without a lock: a deletion holds the user and waits for the revision, so each would wait for the other.
async function isThere(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', userId)
  return (await user.executeTakeFirst()) !== undefined
}
