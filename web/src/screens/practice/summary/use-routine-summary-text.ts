import { useTranslation } from 'react-i18next'
import { sessionSummary, type PracticeSession } from '#core/practice/practice-session.ts'

/**
 * Returns a function that formats the results of a practice routine as translated text, such as "6 bpm gained, 1 part
 * kept its tempo". The function returns an empty string if no tempo was saved.
 */
export function useRoutineSummaryText(): (session: PracticeSession) => string {
  const { t } = useTranslation('practice')

  return session => {
    const { gained, practiced, held } = sessionSummary(session)
    if (practiced === 0) return ''
    if (gained === 0) return t('summary.held', { count: held })
    if (held === 0) return t('summary.gained', { bpm: gained })
    return t('summary.gainedAndHeld', { bpm: gained, count: held })
  }
}
