import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { dayOf } from '#core/library/day.ts'
import type { Tables } from '#server/database/tables.ts'
import type { LibraryHead } from './select-page.ts'
import type { StoredRowCounts } from './user-quota.ts'

/**
 * The new revision of a user's library, with the user's row counts and the number of the user's changes today. The
 * database row that contains these numbers stays locked until the transaction ends.
 */
export type LockedLibraryRevision = LibraryHead & { stored: StoredRowCounts; changesOfDay: number }

const DAY = 86_400_000

/**
 * Assigns the next revision to a user's library. Locks the library's revision until the transaction ends, so that
 * revisions are committed in order and no device skips one (rule LS2). Other users are not affected. Returns null if
 * the user does not exist. Deleting a user also deletes the revision, so a deleted user would get revision 1 again.
 * Therefore only revision 1 requires the check (rule DA3).
 */
export async function incrementRevision(
  db: Kysely<Tables>,
  userId: string,
  writing: { now: number; changes: number },
): Promise<LockedLibraryRevision | null> {
  const head = await incrementRevisionWithoutUserCheck(db, userId, writing)
  return head.revision > 1 || (await isThere(db, userId)) ? head : null
}

/**
 * Assigns the next revision to a user's library without checking that the user exists. Used only for deleting a user.
 * The deletion has already locked the user's row, so the user exists and nobody else can write.
 */
export async function incrementRevisionWithoutUserCheck(
  db: Kysely<Tables>,
  userId: string,
  { now, changes }: { now: number; changes: number } = { now: 0, changes: 0 },
): Promise<LockedLibraryRevision> {
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

/** Returns the number of the UTC day, counted from 1 January 1970, of a time in milliseconds. */
export const utcDay = (now: number) => dayOf(now, 0)

/** Returns the number of seconds from a time in milliseconds until the next UTC day begins. */
export const secondsUntilNextUtcDay = (now: number): number =>
  Math.ceil(((utcDay(now) + 1) * DAY - now) / 1000)

/** Loads the current revision of a user's library. Returns 0 if nothing was ever written to the library. */
export async function loadCurrentRevision(db: Kysely<Tables>, userId: string): Promise<number> {
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
