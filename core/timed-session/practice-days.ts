import type { Day } from '#core/library/day.ts'

/** What a timed session needs to know of the days before today on which the user practiced anything. */
export type PracticeDays = {
  /** Number of days. */
  readonly count: number
  readonly first: Day | null
  readonly last: Day | null
  /** Number of days within the 27 days before today. */
  readonly recent: number
}

/** The practice days of somebody who has never practiced. */
export const NO_PRACTICE_DAYS: PracticeDays = { count: 0, first: null, last: null, recent: 0 }

/** The time from which the pace of a user is measured, today included. Days. */
export const RECENT_DAYS = 28

/** Sums up days with practice, in any order; a day may occur more than once. Today and later days do not count. */
export function summarizePracticeDays(today: Day, days: Iterable<Day>): PracticeDays {
  const before = [...new Set(days)].filter(day => day < today).sort((a, b) => a - b)
  return {
    count: before.length,
    first: before[0] ?? null,
    last: before.at(-1) ?? null,
    recent: before.filter(day => day > today - RECENT_DAYS).length,
  }
}
