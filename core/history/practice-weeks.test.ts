import { expect, test } from 'vitest'
import { dayAtUtcOffset } from '#core/library/day.ts'
import { day, NOON } from '#tests/library/builders.ts'
import {
  roundToMinutesKeepingSum,
  listPracticeDays,
  groupDaysIntoWeeks,
  startOfWeek,
  toMinutesAtLeastOne,
  withRunThroughsAsOne,
  type PracticeTimeEntry,
} from './practice-weeks.ts'

const utc = (at: number) => dayAtUtcOffset(at, 0)
const HOUR = 60 * 60_000
const TODAY = day('2026-11-20')
const MONDAY = day('2026-11-16')

const anEntry = (fields: Partial<PracticeTimeEntry> = {}): PracticeTimeEntry => ({
  at: NOON,
  day: null,
  seconds: 600,
  retractedAt: null,
  ...fields,
})

test('[HS1] weeks begin on Monday, or on the first day of the week that is wanted', () => {
  expect(startOfWeek(TODAY, 1)).toBe(MONDAY)
  expect(startOfWeek(day('2026-11-22'), 1)).toBe(MONDAY)
  expect(startOfWeek(MONDAY, 1)).toBe(MONDAY)
  expect(startOfWeek(TODAY, 7)).toBe(day('2026-11-15'))
  expect(startOfWeek(day('2026-11-22'), 7)).toBe(day('2026-11-22'))
  expect(startOfWeek(TODAY, 6)).toBe(day('2026-11-14'))
  expect(startOfWeek(day('1969-12-31'), 1)).toBe(day('1969-12-29'))
})

test('[HS1] the minutes of a day are those of its entries together, rounded once', () => {
  const minutes = (...seconds: (number | null)[]) =>
    roundToMinutesKeepingSum(seconds.map(each => ({ seconds: each })))
  expect(minutes(90, 90)).toEqual([2, 1])
  expect(minutes(65, null, 300, 85)).toEqual([1, null, 5, 2])
  expect(minutes(20, 20, 20, 5)).toEqual([1, 0, 0, 0])
  expect(minutes(5)).toEqual([1])
  expect(minutes(null, null)).toEqual([null, null])
})

test('[HS1][PF4] a run-through is one entry, with the time of all its parts', () => {
  const entry = (id: string, runThroughId: string | null, seconds: number | null) => ({
    id,
    runThroughId,
    seconds,
  })
  const [first, second, other] = [entry('a', 'run', 60), entry('c', 'run', 65), entry('b', null, null)]
  expect(withRunThroughsAsOne([first, other, second])).toEqual([{ ...first, seconds: 125 }, other])
})

test('[HS1] a week has minutes and distinct days; weeks without practice are there', () => {
  const days = listPracticeDays(
    [
      anEntry(),
      anEntry({ at: NOON + HOUR, seconds: 90 }),
      anEntry({ at: NOON - 24 * HOUR }),
      anEntry({ at: NOON - 24 * HOUR, retractedAt: NOON, seconds: 3600 }),
      anEntry({ at: NOON - 14 * 24 * HOUR, seconds: 60 }),
    ],
    utc,
  )
  expect(groupDaysIntoWeeks(days, MONDAY, 3)).toEqual([
    { begin: MONDAY - 14, days: [{ day: TODAY - 14, seconds: 60 }], seconds: 60 },
    { begin: MONDAY - 7, days: [], seconds: null },
    {
      begin: MONDAY,
      days: [
        { day: TODAY, seconds: 690 },
        { day: TODAY - 1, seconds: 600 },
      ],
      seconds: 1290,
    },
  ])
})

test('[HS1] entries from before time was counted count as days only', () => {
  const before = anEntry({ at: NOON - 24 * HOUR, seconds: null })
  const week = (entries: PracticeTimeEntry[]) =>
    groupDaysIntoWeeks(listPracticeDays(entries, utc), MONDAY, 1)[0]
  expect(week([before])).toEqual({ begin: MONDAY, days: [{ day: TODAY - 1, seconds: null }], seconds: null })
  expect(week([before, anEntry()])).toMatchObject({
    seconds: 600,
    days: [{ seconds: 600 }, { seconds: null }],
  })
  expect(week([anEntry({ seconds: null }), anEntry()])).toMatchObject({ days: [{ seconds: 600 }] })
})

test('[HS1] minutes are whole, and time that was counted is at least one', () => {
  expect([1, 29, 89, 90, 3600].map(toMinutesAtLeastOne)).toEqual([1, 1, 1, 2, 60])
})
