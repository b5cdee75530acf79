import { useTranslation } from 'react-i18next'
import type { TrainerState, TrainerSettings } from '#core/practice/tempo-trainer.ts'
import styles from './step-parts.module.css'

/**
 * Renders a line that says that the tempo trainer (which raises the tempo step by step) is on, and after how many bars
 * or tries without mistakes it raises the tempo (rule TR4). Renders nothing if the trainer is off.
 */
export function TrainerStatusLine({
  settings,
  trainer,
}: {
  settings: TrainerSettings
  trainer: TrainerState
}) {
  const { t } = useTranslation('practice')
  if (settings.kind === 'off') return null
  return (
    <p className={styles.trainer}>
      {settings.kind === 'bars'
        ? t('trainer.byBars', { step: settings.step, count: settings.bars })
        : t('trainer.byCleans', { step: settings.step, inARow: trainer.inARow, count: settings.cleans })}
    </p>
  )
}

/**
 * Returns a function that says what the musician's answer to a run (attempt at the part) has changed, for screen
 * readers: the new tempo, or how many runs were clean (rule PX18).
 */
export function useRunText() {
  const { t } = useTranslation('practice')
  return (before: TrainerState, after: TrainerState, settings: TrainerSettings, isClean: boolean): string => {
    const { tempo: bpm, inARow } = after
    if (bpm !== before.tempo) return t('step.tempoNow', { bpm })
    if (settings.kind !== 'clean')
      return isClean ? t('trainer.cleanAt', { bpm }) : t('step.tempoNow', { bpm })
    const { cleans } = settings
    // At the goal the count begins again, and the tempo stays.
    return t('trainer.cleanRuns', { inARow: isClean && inARow === 0 ? cleans : inARow, cleans })
  }
}
