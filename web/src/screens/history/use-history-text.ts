import { useTranslation } from 'react-i18next'
import {
  sumPracticeSeconds,
  weekEndFrom,
  toMinutesAtLeastOne,
  type PracticeWeek,
} from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import { utcDateOfDay } from '#web/kit/day-as-date-param.ts'

export function useHistoryFormatters(today: Day) {
  const { t, i18n } = useTranslation('history')
  const language = i18n.resolvedLanguage ?? 'en'
  const thisYear = utcDateOfDay(today).getUTCFullYear()

  const formatFor = (day: Day, options: Intl.DateTimeFormatOptions) => {
    const isThisYear = utcDateOfDay(day).getUTCFullYear() === thisYear
    const year = isThisYear ? {} : ({ year: 'numeric' } as const)
    return new Intl.DateTimeFormat(language, { ...options, ...year, timeZone: 'UTC' })
  }

  const rangeText = (first: Day, last: Day) =>
    formatFor(first, { day: 'numeric', month: 'short' }).formatRange(utcDateOfDay(first), utcDateOfDay(last))

  const hoursText = (minutes: number) =>
    t('amount.hours', { hours: minutes < 600 ? Math.round(minutes / 6) / 10 : Math.round(minutes / 60) })

  const timeText = (minutes: number) =>
    minutes < 60 ? t('amount.minutes', { count: minutes }) : hoursText(minutes)

  function amountText(weeks: readonly PracticeWeek[]): string {
    const days = weeks.flatMap(week => week.days).length
    const seconds = sumPracticeSeconds(weeks)
    if (days === 0) return t('amount.none')
    if (seconds === null) return t('amount.days', { count: days })
    return t('amount.both', { time: timeText(toMinutesAtLeastOne(seconds)), count: days })
  }

  return {
    amountText,
    weeksText: (weeks: readonly PracticeWeek[]) =>
      rangeText(weeks[0]?.begin ?? today, Math.min(today, weekEndFrom(weeks.at(-1)?.begin ?? today)) as Day),
    weekText: (begin: Day) => rangeText(begin, weekEndFrom(begin)),
    dayText: (day: Day) =>
      formatFor(day, { weekday: 'long', day: 'numeric', month: 'short' }).format(utcDateOfDay(day)),
    monthText: (day: Day) =>
      new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(utcDateOfDay(day)),
    minutesText: (minutes: number) => (minutes < 60 ? t('minutes', { minutes }) : hoursText(minutes)),
  }
}
