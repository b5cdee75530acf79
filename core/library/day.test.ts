import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#tests/library/builders.ts'
import {
  dayAtUtcOffset,
  daysBetweenOrZero,
  formatIsoDay,
  parseIsoDay,
  daysToApproximateTime,
  type Day,
} from './day.ts'

test('[DY1] days are counted as the calendar does', () => {
  expect(daysBetweenOrZero(day('2026-11-20'), day('2026-11-20'))).toBe(0)
  expect(daysBetweenOrZero(day('2026-11-20'), day('2026-11-21'))).toBe(1)
  expect(daysBetweenOrZero(day('2026-12-31'), day('2027-01-01'))).toBe(1)
  expect(daysBetweenOrZero(day('2028-02-28'), day('2028-03-01'))).toBe(2)
  expect(daysBetweenOrZero(day('2026-02-28'), day('2026-03-01'))).toBe(1)
  expect(daysBetweenOrZero(day('2026-01-01'), day('2027-01-01'))).toBe(365)
})

test('[DY1] a day in the future counts as none', () => {
  expect(daysBetweenOrZero(day('2026-11-21'), day('2026-11-20'))).toBe(0)
})

test('[DY1] the same moment is another day elsewhere', () => {
  const moment = Date.parse('2026-11-20T23:30:00Z')
  expect(dayAtUtcOffset(moment, 0)).toBe(day('2026-11-20'))
  expect(dayAtUtcOffset(moment, 345)).toBe(day('2026-11-21'))
  expect(dayAtUtcOffset(Date.parse('2026-11-20T03:00:00Z'), -210)).toBe(day('2026-11-19'))
})

const invalidDays =
  '2026-02-29 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00 2026-01-32 2026-1-1 26-01-01 2026-11-20T00:00'
test.each([...invalidDays.split(' '), ' 2026-11-20', '', 'today'])('[DY1] "%s" is no day', text => {
  expect(parseIsoDay(text)).toBeNull()
})

test('[DY1] every day agrees with the calendar of the platform', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), days => {
      expect(parseIsoDay(new Date(days * 86_400_000).toISOString().slice(0, 10))).toBe(days)
    }),
  )
})

test('[DY1] a day is written as it is read', () => {
  expect(formatIsoDay(day('2026-01-09'))).toBe('2026-01-09')
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_932_896 }), days => {
      expect(parseIsoDay(formatIsoDay(days as Day))).toBe(days)
    }),
  )
})

test.each([
  [2, 2, 'days'],
  [60, 2, 'months'],
  [340, 11, 'months'],
  [570, 1, 'years'],
  [663, 2, 'almostYears'],
])('%i days are roughly %i %s', (days, count, unit) => {
  expect(daysToApproximateTime(days)).toEqual({ count, unit })
})
