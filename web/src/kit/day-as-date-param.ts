import type { Day } from '#core/library/day.ts'

const MS_PER_DAY = 24 * 60 * 60_000

/**
 * Converts a calendar day to the Date of its midnight in UTC. Format this Date in UTC, because another time zone can
 * change the day.
 */
export const dateOfDay = (day: Day): Date => new Date(day * MS_PER_DAY)

/**
 * Returns the i18next options for a translated text with a `date` parameter. The date is formatted in UTC, so that no
 * time zone changes the day.
 */
export const dayAsDateParam = (day: Day) => ({
  date: dateOfDay(day),
  formatParams: { date: { timeZone: 'UTC' } },
})
