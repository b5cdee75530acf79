import type { Kysely } from 'kysely'
import { dayOf } from '#core/library/day.ts'
import type { Tables } from '#server/database/tables.ts'

const DAY = 86_400_000

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
