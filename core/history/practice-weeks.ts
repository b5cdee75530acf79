import { DAYS_FROM_MONDAY_TO_DAY_0, type GetLocalDay, type Day } from '#core/library/day.ts'
import { dayOfEntry, type HistoryEntry } from './part-history.ts'

export type IsoWeekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

export type PracticeTimeEntry = Pick<HistoryEntry, 'at' | 'day' | 'retractedAt' | 'seconds'>

type Counted = { readonly seconds: number | null }

export type PracticeDay = Counted & { readonly day: Day }

export type PracticeWeek = Counted & {
  readonly begin: Day
  readonly days: readonly PracticeDay[]
}

const DAYS_PER_WEEK = 7

export function startOfWeek(day: Day, first: IsoWeekday): Day {
  const sinceFirst = (day + DAYS_FROM_MONDAY_TO_DAY_0 - (first - 1)) % DAYS_PER_WEEK
  return (day - ((sinceFirst + DAYS_PER_WEEK) % DAYS_PER_WEEK)) as Day
}

export const addWeeks = (day: Day, weeks: number): Day => (day + DAYS_PER_WEEK * weeks) as Day

export const weekEndFrom = (begin: Day): Day => (begin + DAYS_PER_WEEK - 1) as Day

/** Returns the newest day first. */
export function listPracticeDays(entries: Iterable<PracticeTimeEntry>, calendar: GetLocalDay): PracticeDay[] {
  const days = new Map<Day, number | null>()
  for (const entry of entries) {
    if (entry.retractedAt !== null) continue
    const day = dayOfEntry(entry, calendar)
    days.set(day, total(days.get(day) ?? null, entry.seconds))
  }
  return [...days].map(([day, seconds]) => ({ day, seconds })).sort((a, b) => b.day - a.day)
}

/** Returns the oldest week first. `last` is the day on which the newest week begins. */
export function groupDaysIntoWeeks(days: readonly PracticeDay[], last: Day, count: number): PracticeWeek[] {
  return Array.from({ length: count }, (_, index) => {
    const begin = addWeeks(last, index + 1 - count)
    const own = days.filter(({ day }) => day >= begin && day <= weekEndFrom(begin))
    return { begin, days: own, seconds: sumPracticeSeconds(own) }
  })
}

/** Returns null, not 0, if none of the times was measured. */
export const sumPracticeSeconds = (times: readonly Counted[]): number | null =>
  times.reduce<number | null>((sum, { seconds }) => total(sum, seconds), null)

export const withRunThroughsAsOne = <E extends Counted & Pick<HistoryEntry, 'id' | 'runThroughId'>>(
  entries: readonly E[],
): E[] =>
  [...Map.groupBy(entries, ({ id, runThroughId }) => runThroughId ?? id).values()].flatMap(group =>
    group.slice(0, 1).map(first => ({ ...first, seconds: sumPracticeSeconds(group) })),
  )

export function roundToMinutesKeepingSum(times: readonly Counted[]): (number | null)[] {
  const restOf = ({ seconds }: Counted) => (seconds ?? 0) % 60
  const all = sumPracticeSeconds(times) ?? 0
  const whole = (all - times.reduce((sum, time) => sum + restOf(time), 0)) / 60
  const byRest = times.toSorted((a, b) => restOf(b) - restOf(a))
  const roundedUp = new Set(byRest.slice(0, toMinutesAtLeastOne(all) - whole))
  return times.map(time => time.seconds && Math.floor(time.seconds / 60) + (roundedUp.has(time) ? 1 : 0))
}

export const toMinutesAtLeastOne = (seconds: number): number => Math.max(1, Math.round(seconds / 60))

const total = (sum: number | null, seconds: number | null): number | null =>
  seconds === null ? sum : (sum ?? 0) + seconds
