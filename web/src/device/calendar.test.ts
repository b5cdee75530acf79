import { afterEach, describe, expect, test, vi } from 'vitest'
import { daysBetweenOrZero } from '#core/library/day.ts'
import { day } from '#tests/library/builders.ts'
import { firstWeekdayForLanguages, localDay, msUntilMidnight } from './calendar.ts'

afterEach(() => vi.unstubAllEnvs())

const at = (text: string) => new Date(text).getTime()

describe('the day on this device', () => {
  test.each([
    ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-21'],
    ['Europe/Berlin', '2026-07-01T22:30:00Z', '2026-07-02'],
    ['Asia/Kolkata', '2026-11-20T18:29:00Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
  ])('[ST10] in %s %s is %s', (zone, moment, expected) => {
    vi.stubEnv('TZ', zone)
    expect(localDay(at(moment))).toBe(day(expected))
  })

  test('[ST10] midnight is as far away as it is, on days of 23 and 25 hours too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const hour = 3_600_000
    expect(msUntilMidnight(at('2026-11-20T12:00:00+01:00'))).toBe(12 * hour)
    expect(msUntilMidnight(at('2026-03-29T00:00:00+01:00'))).toBe(23 * hour)
    expect(msUntilMidnight(at('2026-10-25T00:00:00+02:00'))).toBe(25 * hour)
    expect(msUntilMidnight(at('2026-11-20T23:59:59.999+01:00'))).toBe(1)
  })
})

describe('days since the last practice', () => {
  const daysSince = (before: string, now: string) =>
    daysBetweenOrZero(localDay(at(before)), localDay(at(now)))

  test('[DY1] are those of the calendar through both changes of the clocks', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    // The night of 25 hours: half past eleven in the evening, and half past midnight a day later.
    expect(daysSince('2026-10-24T23:30+02:00', '2026-10-25T00:30+02:00')).toBe(1)
    expect(daysSince('2026-10-25T00:30+02:00', '2026-10-25T23:30+01:00')).toBe(0)
    expect(daysSince('2026-10-24T12:00+02:00', '2026-10-26T12:00+01:00')).toBe(2)
    // The night of 23 hours.
    expect(daysSince('2026-03-28T23:30+01:00', '2026-03-29T00:30+01:00')).toBe(1)
    expect(daysSince('2026-03-29T00:30+01:00', '2026-03-29T23:30+02:00')).toBe(0)
  })

  // Practiced in the morning in Berlin, seen in the evening in another time zone. In Honolulu the practice was at 22:00
  // of the day before, and it is 12:30 now.
  test.each([
    ['America/New_York', 0],
    ['Pacific/Honolulu', 1],
  ])('[DY1] are those of the calendar in %s: %i', (zone, days) => {
    vi.stubEnv('TZ', zone)
    expect(daysSince('2026-11-20T09:00+01:00', '2026-11-20T23:30+01:00')).toBe(days)
  })
})

test.each([
  [['de-DE', 'de'], 1],
  [['en-US', 'de-DE'], 7],
  [['en', 'de-AT', 'en-US'], 1],
  [['fa-IR'], 6],
  [['en'], 1],
  [['C', 'en-US'], 7],
])('[HS1] where the browser speaks %j, weeks begin on day %i', (languages, first) => {
  expect(firstWeekdayForLanguages(languages)).toBe(first)
})
