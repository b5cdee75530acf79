import type { Day } from '#core/library/day.ts'

const MS_PER_DAY = 24 * 60 * 60_000

/**
 * Returns the interpolation values for a text with a `date` parameter. The date is formatted in UTC, so that no time
 * zone changes the day.
 */
export const dayAsDateParam = (day: Day) => ({
  date: new Date(day * MS_PER_DAY),
  formatParams: { date: { timeZone: 'UTC' } },
})
