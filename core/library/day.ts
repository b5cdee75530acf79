declare const day: unique symbol
/** A calendar day as the number of days since 1 January 1970. It has no time of day and no time zone. */
export type Day = number & { readonly [day]: true }

/** A time in milliseconds since 1 January 1970 UTC. */
export type Timestamp = number

/**
 * The largest valid timestamp: the last millisecond of the year 9999. Later times are refused, because the database
 * columns cannot store them.
 */
export const LAST_TIMESTAMP: Timestamp = 253_402_300_799_999
/** The largest valid day: 31 December 9999. */
export const LAST_DAY = 2_932_896 as Day
/** Number of days from the preceding Monday to day 0, Thursday 1 January 1970. Used to compute weekdays. */
export const DAYS_FROM_MONDAY_TO_DAY_0 = 3

const MILLISECONDS_PER_MINUTE = 60_000
const MILLISECONDS_PER_DAY = 86_400_000

/**
 * Returns the calendar day of a timestamp in a time zone that is `offsetMinutes` ahead of UTC, positive in the east.
 * The offset must be the one that applies at that time. A day of 23 or 25 hours, on which the clocks change, then still
 * counts as one day (rule DY1).
 */
export function dayOf(at: Timestamp, offsetMinutes: number): Day {
  return Math.floor((at + offsetMinutes * MILLISECONDS_PER_MINUTE) / MILLISECONDS_PER_DAY) as Day
}

/**
 * Function that converts a timestamp to a calendar day in the device's time zone. Callers pass it to the functions of
 * core, because core reads neither the clock nor the time zone.
 */
export type Calendar = (at: Timestamp) => Day

/**
 * Returns the number of calendar days from one day to another. Returns 0 if the second day is earlier, which happens
 * after a clock was set back (rule DY1).
 */
export const daysBetween = (from: Day, to: Day): number => Math.max(0, to - from)

/** Formats a calendar day as 'YYYY-MM-DD'. The year must be between 1 and 9999. */
export const formatIsoDay = (day: Day): string =>
  // oxlint-disable-next-line no-restricted-globals -- of the given day, not of now
  new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10)

/**
 * Parses a date in the format 'YYYY-MM-DD'. Returns null if the text has another format or the date does not exist.
 */
export function parseDay(text: string): Day | null {
  // oxlint-disable-next-line no-restricted-globals -- of the given text, not of now
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at)) return null
  const day = dayOf(at, 0)
  // Some engines take 30 February for 2 March.
  return formatIsoDay(day) === text ? day : null
}

/**
 * Parses the date of a performance in the format 'YYYY-MM-DD'. Returns null if the text is not a valid date in this
 * format or the date is before 1970 (rule PF1).
 */
export function parsePerformanceDay(text: string): Day | null {
  const day = parseDay(text)
  return day === null || day < 0 ? null : day
}

/**
 * Says roughly how long ago something was: in days below 60, then in whole months, then in whole years. 'almostYears'
 * is up to three months less than `count` years.
 */
export function roughlyAgo(days: number): {
  unit: 'days' | 'months' | 'years' | 'almostYears'
  count: number
} {
  if (days < 60) return { unit: 'days', count: days }
  const months = Math.round(days / (365.25 / 12))
  if (months < 12) return { unit: 'months', count: months }
  const years = Math.floor(months / 12)
  return months % 12 < 9 ? { unit: 'years', count: years } : { unit: 'almostYears', count: years + 1 }
}
