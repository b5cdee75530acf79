import { dayAtUtcOffset } from '#core/library/day.ts'

/** What one user may store and change (rule LS24). */
export type UserQuota = {
  /** Pieces and parts, including deleted ones until they are purged. */
  libraryRows: number
  /** Practice entries, including retracted ones. */
  practiceRows: number
  changesPerMinute: number
  changesPerDay: number
}

/**
 * Allows 27 entries a day for 100 years, and an import of 20,000 entries at once. The daily limit of changes
 * is about 20 MB. An import that exceeds it continues on the next day.
 */
export const DEFAULT_USER_QUOTA: UserQuota = {
  libraryRows: 20_000,
  practiceRows: 1_000_000,
  changesPerMinute: 20_000,
  changesPerDay: 30_000,
}

export type RowCounts = Pick<UserQuota, 'libraryRows' | 'practiceRows'>

export const ZERO_ROW_COUNTS: RowCounts = { libraryRows: 0, practiceRows: 0 }

export const addRowCounts = (one: RowCounts, other: RowCounts): RowCounts => ({
  libraryRows: one.libraryRows + other.libraryRows,
  practiceRows: one.practiceRows + other.practiceRows,
})

/** Checks only the kinds of rows that are added, so that a user with a full quota can still change rows. */
export const wouldExceedQuota = (added: RowCounts, stored: RowCounts, share: UserQuota): boolean =>
  (added.libraryRows > 0 && stored.libraryRows + added.libraryRows > share.libraryRows) ||
  (added.practiceRows > 0 && stored.practiceRows + added.practiceRows > share.practiceRows)

const DAY = 86_400_000

export const utcDay = (now: number) => dayAtUtcOffset(now, 0)

export const secondsUntilNextUtcDay = (now: number): number =>
  Math.ceil(((utcDay(now) + 1) * DAY - now) / 1000)
