import { afterEach, describe, expect, test, vi } from 'vitest'
import { day } from '#tests/builders.ts'
import { dayOf, untilMidnight } from './calendar.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const at = (text: string) => new Date(text).getTime()

describe('the day on this device', () => {
  test.each([
    ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-21'],
    ['America/New_York', '2026-11-21T02:00:00Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:29:00Z', '2026-11-20'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
  ])('[ST10] in %s %s is %s', (zone, moment, expected) => {
    vi.stubEnv('TZ', zone)
    expect(dayOf(at(moment))).toBe(day(expected))
  })

  test('[ST10] a moment in summer has the day of summer time, seen in winter too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(dayOf(at('2026-07-01T22:30:00Z'))).toBe(day('2026-07-02'))
    expect(dayOf(at('2026-11-01T22:30:00Z'))).toBe(day('2026-11-01'))
  })

  test('[ST10] midnight is as far away as it is, on days of 23 and 25 hours too', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const hour = 3_600_000
    expect(untilMidnight(at('2026-11-20T12:00:00+01:00'))).toBe(12 * hour)
    expect(untilMidnight(at('2026-03-29T00:00:00+01:00'))).toBe(23 * hour)
    expect(untilMidnight(at('2026-10-25T00:00:00+02:00'))).toBe(25 * hour)
    expect(untilMidnight(at('2026-11-20T23:59:59.999+01:00'))).toBe(1)
  })
})
