declare const day: unique symbol
/** A calendar day: whole days since 1 January 1970. It has no time of day and no time zone any more. */
export type Day = number & { readonly [day]: true }

/** Milliseconds since the epoch. */
export type Timestamp = number

/** The last moment of the year 9999: later ones are no times any more, and would not fit the columns. */
export const LAST_TIMESTAMP: Timestamp = 253_402_300_799_999

const MILLISECONDS_PER_MINUTE = 60_000
const MILLISECONDS_PER_DAY = 86_400_000

/**
 * The calendar day of a moment in a place whose clocks are `offsetMinutes` ahead of UTC at that moment
 * (east positive). Because the offset belongs to the moment, days of 23 and 25 hours count as one (rule DY2).
 */
export function dayOf(at: Timestamp, offsetMinutes: number): Day {
  return Math.floor((at + offsetMinutes * MILLISECONDS_PER_MINUTE) / MILLISECONDS_PER_DAY) as Day
}

/** How a device tells the calendar day of a moment; handed to the rules, which know no clock. */
export type Calendar = (at: Timestamp) => Day

/** Whole calendar days from one day to another, never negative: a clock set back does not punish (rule DY1). */
export const daysBetween = (from: Day, to: Day): number => Math.max(0, to - from)

/** The day of a text 'YYYY-MM-DD', or null when it is none. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  const days = daysFromCivil(year, month, date)
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month) ? (days as Day) : null
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
