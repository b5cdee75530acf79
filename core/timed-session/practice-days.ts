import type { Day } from '#core/library/day.ts'

/**
 * Summary of the days before today on which the user has practiced. A timed session chooses its parts depending on how
 * many such days there are, when they began, when the last one was, and how many are recent.
 */
export type PracticeDaysSummary = {
  /** Number of days. */
  readonly count: number
  readonly first: Day | null
  readonly last: Day | null
  /** Number of days within the 27 days before today. */
  readonly recent: number
}

/** The summary of practice days for a user who has never practiced. */
export const NO_PRACTICE_DAYS: PracticeDaysSummary = { count: 0, first: null, last: null, recent: 0 }

/** Number of days, including today, over which a user's practice frequency is computed. */
export const PRACTICE_FREQUENCY_WINDOW_DAYS = 28

/**
 * Summarizes the days on which the user has practiced. The days may be unsorted and contain duplicates. Ignores today
 * and later days.
 */
export function summarizePracticeDays(today: Day, days: Iterable<Day>): PracticeDaysSummary {
  const before = [...new Set(days)].filter(day => day < today).sort((a, b) => a - b)
  return {
    count: before.length,
    first: before[0] ?? null,
    last: before.at(-1) ?? null,
    recent: before.filter(day => day > today - PRACTICE_FREQUENCY_WINDOW_DAYS).length,
  }
}
