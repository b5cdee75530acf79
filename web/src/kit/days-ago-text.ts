import { useTranslation } from 'react-i18next'
import { daysToApproximateTime, daysBetweenOrZero, type Day } from '#core/library/day.ts'

export function useFormatAgeInDays(): (days: number) => string {
  const { t } = useTranslation('common')

  return days => {
    const { unit, count } = daysToApproximateTime(days)
    return t(`ago.${unit}`, { count })
  }
}

export function timeSincePracticeTextKey(lastPracticed: Day | null, today: Day) {
  if (lastPracticed === null) return { key: 'never', days: 0 } as const
  const days = daysBetweenOrZero(lastPracticed, today)
  if (days === 0) return { key: 'today', days } as const
  return days === 1 ? ({ key: 'yesterday', days } as const) : ({ key: 'daysAgo', days } as const)
}
