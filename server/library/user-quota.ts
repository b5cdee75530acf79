import { dayOf } from '#core/library/day.ts'

/** The limits on the number of rows that one user may store, and of changes per minute and per day (rule LS24). */
export type UserQuota = {
  /** Pieces and parts, including deleted ones until they are deleted permanently. */
  libraryRows: number
  /** Practice entries, including retracted ones. */
  practiceRows: number
  changesPerMinute: number
  /** Changes per UTC day. */
  changesPerDay: number
}

/**
 * The quota of every user. It suffices for 27 practice entries a day during 100 years, for importing 20,000 entries at
 * once. A day takes 30,000 changes, about 20 MB: a day's practicing makes less than a thousand, and what remains of a larger
 * import or a very long time offline goes on the next day.
 */
export const DEFAULT_USER_QUOTA: UserQuota = {
  libraryRows: 20_000,
  practiceRows: 1_000_000,
  changesPerMinute: 20_000,
  changesPerDay: 30_000,
}

/** The numbers of rows that a user has stored, in the categories of UserQuota. */
export type StoredRowCounts = Pick<UserQuota, 'libraryRows' | 'practiceRows'>

/** The row counts of a user who has stored nothing. */
export const NO_STORED_ROWS: StoredRowCounts = { libraryRows: 0, practiceRows: 0 }

/** Returns the sums of two row counts, category by category. */
export const addRowCounts = (one: StoredRowCounts, other: StoredRowCounts): StoredRowCounts => ({
  libraryRows: one.libraryRows + other.libraryRows,
  practiceRows: one.practiceRows + other.practiceRows,
})

/**
 * Returns true if the stored rows together with the added ones exceed the quota `share`. Checks only the categories
 * to which rows are added, so that a user whose quota is full can still change existing rows.
 */
export const exceedsQuota = (added: StoredRowCounts, stored: StoredRowCounts, share: UserQuota): boolean =>
  (added.libraryRows > 0 && stored.libraryRows + added.libraryRows > share.libraryRows) ||
  (added.practiceRows > 0 && stored.practiceRows + added.practiceRows > share.practiceRows)

const DAY = 86_400_000

/** Returns the number of the UTC day, counted from 1 January 1970, of a time in milliseconds. */
export const utcDay = (now: number) => dayOf(now, 0)

/** Returns the number of seconds from a time in milliseconds until the next UTC day begins. */
export const secondsUntilNextUtcDay = (now: number): number =>
  Math.ceil(((utcDay(now) + 1) * DAY - now) / 1000)
