import { DAYS_FROM_MONDAY_TO_DAY_0, type Calendar, type Day } from '#core/library/day.ts'
import { dayOfEntry, type HistoryEntry } from './part-history.ts'

/** A day of the week: 1 is Monday, 7 is Sunday, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The fields of a practice entry that are needed to add up the practice time per day and per week. */
export type DatedPracticeEntry = Pick<HistoryEntry, 'at' | 'day' | 'retractedAt'> & {
  /** The time practiced in seconds; null in entries saved before the app measured it. */
  readonly seconds: number | null
}

/** The practiced time of a day or a week in seconds; null if no entry of it has a measured time. */
type Counted = { readonly seconds: number | null }

/** A day on which something was practiced, with the practiced time in seconds (null if it was not measured). */
export type PracticedDay = Counted & { readonly day: Day }

/** A week with its practiced days and the practiced time in seconds (null if it was not measured). */
export type PracticeWeek = Counted & {
  /** The first day of the week. */
  readonly begin: Day
  /** The days on which something was practiced, newest first. Empty if there are none. */
  readonly days: readonly PracticedDay[]
}

const DAYS_PER_WEEK = 7

/** Returns the first day of the week that contains `day`. `first` is the weekday on which weeks begin (rule HS1). */
export function startOfWeek(day: Day, first: Weekday): Day {
  const sinceFirst = (day + DAYS_FROM_MONDAY_TO_DAY_0 - (first - 1)) % DAYS_PER_WEEK
  return (day - ((sinceFirst + DAYS_PER_WEEK) % DAYS_PER_WEEK)) as Day
}

/** Returns the day that is `weeks` weeks after `day`, or before it if `weeks` is negative. */
export const addWeeks = (day: Day, weeks: number): Day => (day + DAYS_PER_WEEK * weeks) as Day

/** Returns the last day of the week that begins with `begin`. */
export const endOfWeek = (begin: Day): Day => (begin + DAYS_PER_WEEK - 1) as Day

/** Groups entries by day. Returns the days, newest first, each with its practiced time. Ignores retracted entries. */
export function groupEntriesByDay(entries: Iterable<DatedPracticeEntry>, calendar: Calendar): PracticedDay[] {
  const days = new Map<Day, number | null>()
  for (const entry of entries) {
    if (entry.retractedAt !== null) continue
    const day = dayOfEntry(entry, calendar)
    days.set(day, total(days.get(day) ?? null, entry.seconds))
  }
  return [...days].map(([day, seconds]) => ({ day, seconds })).sort((a, b) => b.day - a.day)
}

/**
 * Groups practiced days by week. Returns `count` consecutive weeks, oldest first, including weeks without practice
 * (rule HS1).
 *
 * @param days the practiced days, newest first
 * @param last the first day of the newest week
 */
export function groupDaysByWeek(days: readonly PracticedDay[], last: Day, count: number): PracticeWeek[] {
  return Array.from({ length: count }, (_, index) => {
    const begin = addWeeks(last, index + 1 - count)
    const own = days.filter(({ day }) => day >= begin && day <= endOfWeek(begin))
    return { begin, days: own, seconds: sumPracticeSeconds(own) }
  })
}

/**
 * Returns the sum of the measured practice times, in seconds. Returns null if none was measured, because 0 would mean
 * that nothing was practiced.
 */
export const sumPracticeSeconds = (times: readonly Counted[]): number | null =>
  times.reduce<number | null>((sum, { seconds }) => total(sum, seconds), null)

/** Converts seconds to minutes, rounded to a whole number, at least 1. */
export const wholeMinutesFromSeconds = (seconds: number): number => Math.max(1, Math.round(seconds / 60))

const total = (sum: number | null, seconds: number | null): number | null =>
  seconds === null ? sum : (sum ?? 0) + seconds
