declare const day: unique symbol
/** A calendar day: whole days since 1 January 1970, without a time of day or a time zone. */
export type Day = number & { readonly [day]: true }

/** Milliseconds since the epoch. */
export type Timestamp = number

/** The last millisecond of the year 9999. Later timestamps are rejected because they would not fit the columns. */
export const LAST_TIMESTAMP: Timestamp = 253_402_300_799_999
/** 31 December 9999. */
export const LAST_DAY = 2_932_896 as Day
/** How many days day 0, Thursday 1 January 1970, lies after the Monday of its week. */
export const DAYS_FROM_MONDAY_TO_DAY_0 = 3

const MILLISECONDS_PER_MINUTE = 60_000
const MILLISECONDS_PER_DAY = 86_400_000

/**
 * Returns the calendar day of a timestamp at a place whose clocks are `offsetMinutes` ahead of UTC at that time (east
 * is positive). The offset belongs to the timestamp, so days of 23 and 25 hours count as one (rule DY2).
 */
export function dayOf(at: Timestamp, offsetMinutes: number): Day {
  return Math.floor((at + offsetMinutes * MILLISECONDS_PER_MINUTE) / MILLISECONDS_PER_DAY) as Day
}

/** Converts a timestamp to the device's calendar day. It is passed in because core reads no clock. */
export type Calendar = (at: Timestamp) => Day

/**
 * Returns the whole calendar days between two days. It is never negative, so setting the clock back has no effect (rule
 * DY1).
 */
export const daysBetween = (from: Day, to: Day): number => Math.max(0, to - from)

/** Parses 'YYYY-MM-DD'. Returns null if the text is not a valid date. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  const days = daysFromCivil(year, month, date)
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month) ? (days as Day) : null
}

/** Returns a day of the years 1 to 9999 as 'YYYY-MM-DD', which parseDay reads. */
export function formatIsoDay(day: Day): string {
  const { year, month, date } = civilFromDays(day)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

// Howard Hinnant, "chrono-compatible low-level date algorithms": years begin in March, so leap days come last.
function daysFromCivil(year: number, month: number, date: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function civilFromDays(days: number): { year: number; month: number; date: number } {
  const sinceEra = days + 719_468
  const era = Math.floor(sinceEra / 146_097)
  const dayOfEra = sinceEra - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}
