import type { Day } from '#core/library/day.ts'

const MS_PER_DAY = 24 * 60 * 60_000

/** Returns midnight of the day in UTC. Format it in UTC, because other time zones may show another day. */
export const utcDateOfDay = (day: Day): Date => new Date(day * MS_PER_DAY)

export const i18nOptionsForDay = (day: Day) => ({
  date: utcDateOfDay(day),
  formatParams: { date: { timeZone: 'UTC' } },
})
