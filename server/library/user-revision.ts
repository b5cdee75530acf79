import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { dayOf } from '#core/library/day.ts'
import type { Tables } from '#server/database/tables.ts'
import type { LibraryHead } from './select-page.ts'
import type { StoredRowCounts } from './user-quota.ts'

/** What a user has got under the lock of their revision. */
export type BumpedRevision = LibraryHead & { stored: StoredRowCounts; changesOfDay: number }

const DAY = 86_400_000

/**
 * Gives the user's library its next revision. The row stays locked until the transaction ends, so for one user
 * revisions are committed in their order, and users never wait for each other. A sequence would hand out numbers
 * that become visible out of order, and a device would pass over rows for ever (rule LS2). Null for a user who is no
 * more: a deletion takes the row along, so whoever waited for it begins at 1 again, and only there it is looked
 * whether there is a user (rule DA3).
 */
export async function bumpRevision(
  db: Kysely<Tables>,
  userId: string,
  writing: { now: number; changes: number },
): Promise<BumpedRevision | null> {
  const head = await lockRevision(db, userId, writing)
  return head.revision > 1 || (await isThere(db, userId)) ? head : null
}

/** The same, whoever it is. For a deletion, which lets nobody write meanwhile. */
export async function lockRevision(
  db: Kysely<Tables>,
  userId: string,
  { now, changes }: { now: number; changes: number } = { now: 0, changes: 0 },
): Promise<BumpedRevision> {
  const { rows } = await sql<LibraryHead & StoredRowCounts & { changesOfDay: number }>`
    insert into user_revision (user_id, revision, day, changes_of_day)
    values (${userId}, 1, ${utcDay(now)}::int, ${changes}::int)
    on conflict (user_id) do update set revision = user_revision.revision + 1, day = excluded.day,
      changes_of_day = excluded.changes_of_day
        + case when user_revision.day = excluded.day then user_revision.changes_of_day else 0 end
    returning revision, minimum_revision as "minimumRevision", (select epoch from library_epoch) as epoch,
      library_rows as "libraryRows", practice_rows as "practiceRows", changes_of_day as "changesOfDay"
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a revision was not given out')
  const { libraryRows, practiceRows, ...head } = row
  return { ...head, stored: { libraryRows, practiceRows } }
}

/** The day of UTC, counted from 1970. */
export const utcDay = (now: number) => dayOf(now, 0)

/** Until the next day of UTC begins. */
export const secondsUntilNextUtcDay = (now: number): number =>
  Math.ceil(((utcDay(now) + 1) * DAY - now) / 1000)

/** The revision of the user's library; 0 when nothing was ever written. */
export async function loadRevision(db: Kysely<Tables>, userId: string): Promise<number> {
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
