import { useTranslation } from 'react-i18next'
import { type Day, daysBetweenOrZero } from '#core/library/day.ts'
import { i18nOptionsForDay } from './day-as-date-param.ts'
import { Icon } from './icon.tsx'
import styles from './performance-date.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export function PerformanceDate({ day, today }: { day: Day | null; today: Day }) {
  const { t } = useTranslation()
  if (day === null || day < today) return null
  return (
    <span className={styles.date}>
      <Icon name="flag" small />
      <VisuallyHidden>{t('performance.name')} </VisuallyHidden>
      {t('performance.on', { days: daysBetweenOrZero(today, day), ...i18nOptionsForDay(day) })}{' '}
    </span>
  )
}
