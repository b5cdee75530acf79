import { useTranslation } from 'react-i18next'
import { routineParts, type PracticeSession } from '#core/practice/practice-session.ts'
import { TempoGainList } from './tempo-gain-list.tsx'
import { useRoutineSummaryText } from './use-routine-summary-text.ts'
import styles from '../overview/practice-overview.module.css'

/**
 * Renders a line that summarizes the tempos saved so far in a paused routine. The user can expand it to the list of
 * tempo gains (rule SE14).
 */
export function PausedRoutineSummary({ session }: { session: PracticeSession }) {
  const { t } = useTranslation('practice')
  const summaryText = useRoutineSummaryText()
  const routine = routineParts(session)
  return (
    <details className={styles.left}>
      <summary>{t('left.soFar', { summary: summaryText(session) })}</summary>
      {routine && <TempoGainList routine={routine} />}
    </details>
  )
}
