import { useTranslation } from 'react-i18next'
import {
  sumPracticeSeconds,
  endOfWeek,
  wholeMinutesFromSeconds,
  type PracticeWeek,
} from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import { dateOfDay } from '#web/kit/day-as-date-param.ts'

/**
 * Returns functions that format dates, durations and weeks of the practice history in the language of the user
 * interface. Dates include the year unless it is the year of `today`.
 */
export function useHistoryText(today: Day) {
  const { t, i18n } = useTranslation('history')
  const language = i18n.resolvedLanguage ?? 'en'
  const thisYear = dateOfDay(today).getUTCFullYear()

  const formatFor = (day: Day, options: Intl.DateTimeFormatOptions) => {
    const isThisYear = dateOfDay(day).getUTCFullYear() === thisYear
    const year = isThisYear ? {} : ({ year: 'numeric' } as const)
    return new Intl.DateTimeFormat(language, { ...options, ...year, timeZone: 'UTC' })
  }

  const rangeText = (first: Day, last: Day) =>
    formatFor(first, { day: 'numeric', month: 'short' }).formatRange(dateOfDay(first), dateOfDay(last))

  /** Formats minutes, from an hour on as hours: "1.5 h", "36 h". */
  function timeText(minutes: number): string {
    if (minutes < 60) return t('amount.minutes', { count: minutes })
    const hours = minutes / 60
    return t('amount.hours', { hours: hours < 10 ? hours : Math.round(hours) })
  }

  /** Formats "2.4 h on 5 days", or only the days if no time was measured. */
  function amountText(weeks: readonly PracticeWeek[]): string {
    const days = weeks.flatMap(week => week.days).length
    const seconds = sumPracticeSeconds(weeks)
    if (days === 0) return t('amount.none')
    if (seconds === null) return t('amount.days', { count: days })
    return t('amount.both', { time: timeText(wholeMinutesFromSeconds(seconds)), count: days })
  }

  return {
    amountText,
    /** Formats several weeks as `weekText` does, but not beyond today. */
    weeksText: (weeks: readonly PracticeWeek[]) =>
      rangeText(weeks[0]?.begin ?? today, Math.min(today, endOfWeek(weeks.at(-1)?.begin ?? today)) as Day),
    /** Formats "Aug 31 – Sep 6", with the year unless it is the current one. */
    weekText: (begin: Day) => rangeText(begin, endOfWeek(begin)),
    /** Formats a day: "Friday, Nov 20". */
    dayText: (day: Day) =>
      formatFor(day, { weekday: 'long', day: 'numeric', month: 'short' }).format(dateOfDay(day)),
    /** Formats the month of a day: "Nov". */
    monthText: (day: Day) =>
      new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(dateOfDay(day)),
    /** Formats seconds as whole minutes: "34 min". Returns an empty string if no time was measured. */
    minutesText: (seconds: number | null) =>
      seconds === null ? '' : t('minutes', { minutes: wholeMinutesFromSeconds(seconds) }),
  }
}
