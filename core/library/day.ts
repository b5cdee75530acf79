declare const day: unique symbol
/** A calendar day as the number of days since 1 January 1970. */
export type Day = number & { readonly [day]: true }

/** A time in milliseconds since 1 January 1970 UTC. */
export type Timestamp = number

/** The last millisecond of the year 9999 in UTC. */
export const MAX_TIMESTAMP: Timestamp = 253_402_300_799_999
export const MAX_DAY = 2_932_896 as Day
/** 1 January 1970, which is day 0, was a Thursday. */
export const DAYS_FROM_MONDAY_TO_DAY_0 = 3

const MILLISECONDS_PER_MINUTE = 60_000
const MILLISECONDS_PER_DAY = 86_400_000

/** `offsetMinutes` is local time minus UTC, the opposite sign of `Date.prototype.getTimezoneOffset`. */
export function dayAtUtcOffset(at: Timestamp, offsetMinutes: number): Day {
  return Math.floor((at + offsetMinutes * MILLISECONDS_PER_MINUTE) / MILLISECONDS_PER_DAY) as Day
}

export type GetLocalDay = (at: Timestamp) => Day

/** Returns 0 if `to` is before `from`, which happens after a clock was set back. */
export const daysBetweenOrZero = (from: Day, to: Day): number => Math.max(0, to - from)

export const formatIsoDay = (day: Day): string =>
  // oxlint-disable-next-line no-restricted-globals -- of the given day, not of now
  new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10)

export function parseIsoDay(text: string): Day | null {
  // oxlint-disable-next-line no-restricted-globals -- of the given text, not of now
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at)) return null
  const day = dayAtUtcOffset(at, 0)
  // Some engines take 30 February for 2 March.
  return formatIsoDay(day) === text ? day : null
}

export function parsePerformanceDay(text: string): Day | null {
  const day = parseIsoDay(text)
  return day === null || day < 0 ? null : day
}

/** 'almostYears' means 1 to 3 months less than `count` years. */
export function daysToApproximateTime(days: number): {
  unit: 'days' | 'months' | 'years' | 'almostYears'
  count: number
} {
  if (days < 60) return { unit: 'days', count: days }
  const months = Math.round(days / (365.25 / 12))
  if (months < 12) return { unit: 'months', count: months }
  const years = Math.floor(months / 12)
  return months % 12 < 9 ? { unit: 'years', count: years } : { unit: 'almostYears', count: years + 1 }
}
