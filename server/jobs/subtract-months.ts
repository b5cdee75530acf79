/**
 * Returns the time `months` months before `now`, by the UTC calendar. Both times are in milliseconds. Uses the last
 * day of the month if that month has no such day.
 */
export function subtractMonths(now: number, months: number): number {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
