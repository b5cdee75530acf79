import type { Day } from '#core/library/day.ts'

const MS_PER_DAY = 24 * 60 * 60_000

/** Returns a calendar day as the values of a text with a `date`, which no time zone moves. */
export const dateOfDay = (day: Day) => ({
  date: new Date(day * MS_PER_DAY),
  formatParams: { date: { timeZone: 'UTC' } },
})
