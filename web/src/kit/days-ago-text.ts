import { useTranslation } from 'react-i18next'
import { approximateElapsedTime } from '#core/library/day.ts'

/** Formats a number of days as "6 days ago", "3 months ago" or "almost 2 years ago". */
export function useFormatDaysAgo(): (days: number) => string {
  const { t } = useTranslation('common')

  return days => {
    const { unit, count } = approximateElapsedTime(days)
    return t(`ago.${unit}`, { count })
  }
}
