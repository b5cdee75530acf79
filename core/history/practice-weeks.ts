import { DAYS_FROM_MONDAY_TO_DAY_0, type Calendar, type Day } from '#core/library/day.ts'
import { dayOfEntry, type HistoryEntry } from './history-entry.ts'

/** A day of the week: 1 is Monday, 7 is Sunday, as in ISO 8601. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** What the weeks need to know of a practice entry. */
export type DatedEntry = Pick<HistoryEntry, 'at' | 'day' | 'retractedAt'> & {
  /** The time practiced; null in entries from before it was counted. */
  readonly seconds: number | null
}

/** Time practiced within a day or a week; null where no entry has a time. Seconds. */
type Counted = { readonly seconds: number | null }

/** A day with practice. */
export type PracticedDay = Counted & { readonly day: Day }

/** A week, with or without practice. */
export type PracticeWeek = Counted & {
  /** The first day of the week. */
  readonly begin: Day
  /** The days with practice, newest first. */
  readonly days: readonly PracticedDay[]
}

const DAYS_PER_WEEK = 7

/** Returns the first day of the week that a day lies in, if weeks begin with `first` (rule HI4). */
export function weekBegin(day: Day, first: Weekday): Day {
  const sinceFirst = (day + DAYS_FROM_MONDAY_TO_DAY_0 - (first - 1)) % DAYS_PER_WEEK
  return (day - ((sinceFirst + DAYS_PER_WEEK) % DAYS_PER_WEEK)) as Day
}

/** Returns the day that is so many weeks after another, or before it. */
export const addWeeks = (day: Day, weeks: number): Day => (day + DAYS_PER_WEEK * weeks) as Day

/** Returns the last day of a week. */
export const weekEnd = (begin: Day): Day => (begin + DAYS_PER_WEEK - 1) as Day

/** Returns the days with practice, newest first, with the time practiced on each. Retracted entries do not count. */
export function practicedDays(entries: Iterable<DatedEntry>, calendar: Calendar): PracticedDay[] {
  const days = new Map<Day, number | null>()
  for (const entry of entries) {
    if (entry.retractedAt !== null) continue
    const day = dayOfEntry(entry, calendar)
    days.set(day, total(days.get(day) ?? null, entry.seconds))
  }
  return [...days].map(([day, seconds]) => ({ day, seconds })).sort((a, b) => b.day - a.day)
}

/**
 * Returns `count` weeks, oldest first, weeks without practice included (rule HI4).
 *
 * @param days newest first
 * @param last the first day of the newest week
 */
export function practiceWeeks(days: readonly PracticedDay[], last: Day, count: number): PracticeWeek[] {
  return Array.from({ length: count }, (_, index) => {
    const begin = addWeeks(last, index + 1 - count)
    const own = days.filter(({ day }) => day >= begin && day <= weekEnd(begin))
    return { begin, days: own, seconds: totalSeconds(own) }
  })
}

/** Adds up the time practiced; null where none was counted. */
export const totalSeconds = (times: readonly Counted[]): number | null =>
  times.reduce<number | null>((sum, { seconds }) => total(sum, seconds), null)

/** Returns whole minutes, at least one. */
export const wholeMinutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60))

const total = (sum: number | null, seconds: number | null): number | null =>
  seconds === null ? sum : (sum ?? 0) + seconds
