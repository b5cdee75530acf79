import { useTranslation } from 'react-i18next'
import { daysToApproximateTime, daysBetween, type Day } from '#core/library/day.ts'

/** Returns a function that formats days as "6 days ago", "3 months ago" or "almost 2 years ago". */
export function useFormatDaysAgo(): (days: number) => string {
  const { t } = useTranslation('common')

  return days => {
    const { unit, count } = daysToApproximateTime(days)
    return t(`ago.${unit}`, { count })
  }
}

/** Returns the end of the translation key for the time since the last practice, and the days to insert. */
export function timeSincePracticeTextKey(lastPracticed: Day | null, today: Day) {
  if (lastPracticed === null) return { key: 'never', days: 0 } as const
  const days = daysBetween(lastPracticed, today)
  if (days === 0) return { key: 'today', days } as const
  return days === 1 ? ({ key: 'yesterday', days } as const) : ({ key: 'daysAgo', days } as const)
}
