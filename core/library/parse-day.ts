import type { Day } from './day.ts'

/**
 * Parses a date in the format 'YYYY-MM-DD'. Returns null if the text has another format or the date does not exist.
 */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number]
  const days = daysFromCivil(year, month, date)
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month) ? (days as Day) : null
}

/**
 * Parses the date of a performance in the format 'YYYY-MM-DD'. Returns null if the text is not a valid date in this
 * format or the date is before 1970 (rule EP31).
 */
export function parsePerformanceDay(text: string): Day | null {
  const day = parseDay(text)
  return day === null || day < 0 ? null : day
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
