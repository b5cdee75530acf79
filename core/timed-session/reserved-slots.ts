import { daysBetween, type Day } from '#core/library/day.ts'
import { clamp } from './clamp.ts'
import { PRACTICE_FREQUENCY_WINDOW_DAYS, type PracticeDaysSummary } from './practice-days.ts'

/** All parts come round in six weeks where half of the slots are enough for that. */
const FULL_TURN_DAYS = 42
const LEAST_SHARE = 1 / 4
const MOST_SHARE = 1 / 2
/** The largest share that is reserved beside parts that are due for a performance (rule PF3). */
const MOST_SHARE_BESIDE_PERFORMANCE = 1 / 4

/** The pace of a user whose habits are not known yet, and for how long they are not. */
const FIRST_PACE = 5 / 7
const FIRST_DAYS = 14
const SLOWEST_PACE = 1 / 7

/**
 * Returns how many slots (places for one part) of today's timed session are reserved for the parts not practiced for
 * the longest time, so that no part is forgotten. On average, this is a quarter to a half of the slots, or a quarter if
 * parts are due for a performance (rule PF3). The average is rounded up on some practice days and down on others.
 * `days.count` determines which, so that the average is kept over time (rule TS4). Returns 0 if all parts fit into the
 * session.
 *
 * @param slots number of slots today, at least 1
 * @param parts number of parts in the library
 */
export function countReservedSlots(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
  hasPerformance = false,
): number {
  if (slots >= parts) return 0
  const most = hasPerformance ? MOST_SHARE_BESIDE_PERFORMANCE : MOST_SHARE
  const share = reservedShare(slots, parts, today, days, most)
  const untilDay = (count: number) => Math.floor(count * share + 1e-9)
  return Math.min(slots, untilDay(days.count + 1) - untilDay(days.count))
}

/**
 * Estimates the number of days after which every part will have been practiced once, if the user continues at the
 * current pace. Returns null if all parts fit into today's session, or if the session has no part (rule TS9).
 *
 * @param slots number of parts in today's session
 * @param parts number of parts in the library
 */
export function daysForFullRotation(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
): number | null {
  if (slots === 0 || slots >= parts) return null
  return parts / (reservedShare(slots, parts, today, days) * pace(today, days))
}

/** Returns how many slots are reserved on an average day: a quarter to the given share of them, at most a half. */
function reservedShare(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
  mostShare = MOST_SHARE,
): number {
  const most = mostShare * slots
  return Math.max(LEAST_SHARE * slots, Math.min(most, parts / (FULL_TURN_DAYS * pace(today, days))))
}

/** Returns the share of the last four weeks' days with practice, 1/7 to 1; 5/7 in the first fortnight. */
function pace(today: Day, { first, recent }: PracticeDaysSummary): number {
  const since = first === null ? 0 : daysBetween(first, today)
  return since < FIRST_DAYS
    ? FIRST_PACE
    : clamp(recent / Math.min(PRACTICE_FREQUENCY_WINDOW_DAYS, since), SLOWEST_PACE, 1)
}
