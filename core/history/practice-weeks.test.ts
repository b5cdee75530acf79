import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, type Day } from '#core/library/day.ts'
import { day, NOON } from '#tests/library/builders.ts'
import {
  addWeeks,
  groupEntriesByDay,
  groupDaysByWeek,
  startOfWeek,
  endOfWeek,
  wholeMinutesFromSeconds,
  type DatedPracticeEntry,
  type Weekday,
} from './practice-weeks.ts'

const utc = (at: number) => dayOf(at, 0)
const HOUR = 60 * 60_000
/** A Friday. */
const TODAY = day('2026-11-20')
const MONDAY = day('2026-11-16')

/** An entry of ten minutes at NOON. */
const anEntry = (fields: Partial<DatedPracticeEntry> = {}): DatedPracticeEntry => ({
  at: NOON,
  day: null,
  seconds: 600,
  retractedAt: null,
  ...fields,
})

const someDay = fc.integer({ min: -100_000, max: 100_000 }) as fc.Arbitrary<Day>
const weekday = fc.integer({ min: 1, max: 7 }) as fc.Arbitrary<Weekday>
const someEntries = fc.array(
  fc.record({
    at: fc.integer({ min: NOON - 40 * 24 * HOUR, max: NOON }),
    day: fc.option(fc.integer({ min: TODAY - 40, max: TODAY }) as fc.Arbitrary<Day>),
    seconds: fc.option(fc.integer({ min: 1, max: 3600 })),
    retractedAt: fc.option(fc.constant(NOON), { freq: 4 }),
  }),
  { maxLength: 60 },
)

test('[HS1] weeks begin on Monday, or on the first day of the week that is wanted', () => {
  expect(startOfWeek(TODAY, 1)).toBe(MONDAY)
  expect(startOfWeek(day('2026-11-22'), 1)).toBe(MONDAY)
  expect(startOfWeek(MONDAY, 1)).toBe(MONDAY)
  expect(startOfWeek(TODAY, 7)).toBe(day('2026-11-15'))
  expect(startOfWeek(day('2026-11-22'), 7)).toBe(day('2026-11-22'))
  expect(startOfWeek(TODAY, 6)).toBe(day('2026-11-14'))
  expect(startOfWeek(day('1969-12-31'), 1)).toBe(day('1969-12-29'))
})

test('[HS1] every day lies in one week of seven days', () => {
  fc.assert(
    fc.property(someDay, weekday, (any, first) => {
      const begin = startOfWeek(any, first)
      expect(begin).toBeLessThanOrEqual(any)
      expect(endOfWeek(begin)).toBeGreaterThanOrEqual(any)
      expect(endOfWeek(begin) - begin).toBe(6)
      expect(startOfWeek(begin, first)).toBe(begin)
      expect(startOfWeek(addWeeks(any, -3), first)).toBe(addWeeks(begin, -3))
      // 5 January 1970 was a Monday.
      expect((begin - day('1970-01-05') - (first - 1)) % 7).toBeCloseTo(0)
    }),
  )
})

test('[HS1] a week has minutes and distinct days; weeks without practice are there', () => {
  const days = groupEntriesByDay(
    [
      anEntry(),
      anEntry({ at: NOON + HOUR, seconds: 90 }),
      anEntry({ at: NOON - 24 * HOUR }),
      anEntry({ at: NOON - 24 * HOUR, retractedAt: NOON, seconds: 3600 }),
      anEntry({ at: NOON - 14 * 24 * HOUR, seconds: 60 }),
    ],
    utc,
  )
  expect(groupDaysByWeek(days, MONDAY, 3)).toEqual([
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
  const week = (entries: DatedPracticeEntry[]) =>
    groupDaysByWeek(groupEntriesByDay(entries, utc), MONDAY, 1)[0]
  expect(week([before])).toEqual({ begin: MONDAY, days: [{ day: TODAY - 1, seconds: null }], seconds: null })
  expect(week([before, anEntry()])).toMatchObject({
    seconds: 600,
    days: [{ seconds: 600 }, { seconds: null }],
  })
  expect(week([anEntry({ seconds: null }), anEntry()])).toMatchObject({ days: [{ seconds: 600 }] })
})

test('[HS1] an entry belongs to the day that it names, else to that of its time', () => {
  const late = anEntry({ at: NOON + 13 * HOUR })
  expect(groupEntriesByDay([late], utc)).toEqual([{ day: TODAY + 1, seconds: 600 }])
  expect(groupEntriesByDay([late], at => dayOf(at, -120))).toEqual([{ day: TODAY, seconds: 600 }])
  expect(groupEntriesByDay([{ ...late, day: TODAY }], utc)).toEqual([{ day: TODAY, seconds: 600 }])
})

test('[HS1] all weeks together have each day and each second once, whatever the order of the entries', () => {
  fc.assert(
    fc.property(someEntries, weekday, (entries, first) => {
      const days = groupEntriesByDay(entries, utc)
      expect(groupEntriesByDay(entries.toReversed(), utc)).toEqual(days)
      const weeks = groupDaysByWeek(days, startOfWeek(TODAY, first), 8)
      const living = entries.filter(({ retractedAt }) => retractedAt === null)
      expect(weeks.flatMap(week => week.days.map(each => each.day)).toSorted((a, b) => b - a)).toEqual(
        [...new Set(living.map(entry => entry.day ?? utc(entry.at)))].toSorted((a, b) => b - a),
      )
      expect(weeks.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)).toBe(
        living.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
      )
    }),
  )
})

test('[HS1] minutes are whole, and time that was counted is at least one', () => {
  expect([1, 29, 89, 90, 3600].map(wholeMinutesFromSeconds)).toEqual([1, 1, 1, 2, 60])
})
