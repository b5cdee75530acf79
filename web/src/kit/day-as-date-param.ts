import type { Day } from '#core/library/day.ts'

const MS_PER_DAY = 24 * 60 * 60_000

/** The Date of a day's midnight in UTC. Format it in UTC, because another time zone can change the day. */
export const utcDateOfDay = (day: Day): Date => new Date(day * MS_PER_DAY)

/** The i18next options for a text with a `date` parameter, formatted in UTC. */
export const i18nOptionsForDay = (day: Day) => ({
  date: utcDateOfDay(day),
  formatParams: { date: { timeZone: 'UTC' } },
})
