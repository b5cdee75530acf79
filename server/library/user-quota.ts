import { dayAtUtcOffset } from '#core/library/day.ts'

export type UserLimits = {
  /** Pieces and parts together; deleted ones count until they are purged. */
  libraryRows: number
  practiceRows: number
  changesPerMinute: number
  changesPerDay: number
}

/** One million practice rows allow 27 entries a day for 100 years. */
export const DEFAULT_USER_QUOTA: UserLimits = {
  libraryRows: 20_000,
  practiceRows: 1_000_000,
  changesPerMinute: 20_000,
  changesPerDay: 30_000,
}

export type RowCounts = Pick<UserLimits, 'libraryRows' | 'practiceRows'>

export const ZERO_ROW_COUNTS: RowCounts = { libraryRows: 0, practiceRows: 0 }

export const addRowCounts = (one: RowCounts, other: RowCounts): RowCounts => ({
  libraryRows: one.libraryRows + other.libraryRows,
  practiceRows: one.practiceRows + other.practiceRows,
})

export const wouldExceedQuota = (added: RowCounts, stored: RowCounts, share: UserLimits): boolean =>
  (added.libraryRows > 0 && stored.libraryRows + added.libraryRows > share.libraryRows) ||
  (added.practiceRows > 0 && stored.practiceRows + added.practiceRows > share.practiceRows)

const DAY = 86_400_000

export const utcDay = (now: number) => dayAtUtcOffset(now, 0)

export const secondsUntilNextUtcDay = (now: number): number =>
  Math.ceil(((utcDay(now) + 1) * DAY - now) / 1000)
