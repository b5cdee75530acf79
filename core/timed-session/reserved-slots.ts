import { daysBetween, type Day } from '#core/library/day.ts'
import { clamp } from './clamp.ts'
import { RECENT_DAYS, type PracticeDays } from './practice-days.ts'

/** All parts come round in six weeks where half of the slots are enough for that. */
const FULL_TURN_DAYS = 42
const LEAST_SHARE = 1 / 4
const MOST_SHARE = 1 / 2

/** The pace of a user whose habits are not known yet, and for how long they are not. */
const FIRST_PACE = 5 / 7
const FIRST_DAYS = 14
const SLOWEST_PACE = 1 / 7

/**
 * Returns how many of today's slots are reserved for the parts that have waited longest. The share of a day is seldom
 * whole: the number of practice days before decides on which days it is rounded up (rule TS4).
 *
 * @param slots 1 or more
 * @param parts the number of parts in the library
 */
export function reservedSlots(slots: number, parts: number, today: Day, days: PracticeDays): number {
  if (slots >= parts) return 0
  const share = reservedShare(slots, parts, today, days)
  const untilDay = (count: number) => Math.floor(count * share + 1e-9)
  return Math.min(slots, untilDay(days.count + 1) - untilDay(days.count))
}

/**
 * Returns in how many days all parts come round, if the user goes on like this; null if all of them fit into today's
 * session (rule TS9).
 */
export function fullTurnDays(slots: number, parts: number, today: Day, days: PracticeDays): number | null {
  if (slots === 0 || slots >= parts) return null
  return parts / (reservedShare(slots, parts, today, days) * pace(today, days))
}

/** Returns how many slots are reserved on an average day: a quarter to a half of them. */
function reservedShare(slots: number, parts: number, today: Day, days: PracticeDays): number {
  const most = MOST_SHARE * slots
  return Math.max(LEAST_SHARE * slots, Math.min(most, parts / (FULL_TURN_DAYS * pace(today, days))))
}

/** Returns the share of the last four weeks' days with practice, 1/7 to 1; 5/7 in the first fortnight. */
function pace(today: Day, { first, recent }: PracticeDays): number {
  const since = first === null ? 0 : daysBetween(first, today)
  return since < FIRST_DAYS ? FIRST_PACE : clamp(recent / Math.min(RECENT_DAYS, since), SLOWEST_PACE, 1)
}
