import type { Day } from '#core/library/day.ts'

const MS_PER_DAY = 24 * 60 * 60_000

/**
 * Returns a calendar day as the Date of its midnight in UTC. Format it in UTC, because another time zone can change the
 * day.
 */
export const dateOfDay = (day: Day): Date => new Date(day * MS_PER_DAY)

/**
 * Returns the interpolation values for a text with a `date` parameter. The date is formatted in UTC, so that no time
 * zone changes the day.
 */
export const dayAsDateParam = (day: Day) => ({
  date: dateOfDay(day),
  formatParams: { date: { timeZone: 'UTC' } },
})
