import { useTranslation } from 'react-i18next'
import { routineParts, type PracticeSession } from '#core/practice/practice-session.ts'
import { GainList } from './gain-list.tsx'
import { useSummaryText } from './use-summary-text.ts'
import styles from './overview.module.css'

/** Renders what a routine that was left has saved so far; the line opens the list (rule PX40). */
export function LeftSummary({ session }: { session: PracticeSession }) {
  const { t } = useTranslation('practice')
  const summaryText = useSummaryText()
  const routine = routineParts(session)
  return (
    <details className={styles.left}>
      <summary>{t('left.soFar', { summary: summaryText(session) })}</summary>
      {routine && <GainList routine={routine} />}
    </details>
  )
}
