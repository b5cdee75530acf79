import { useTranslation } from 'react-i18next'
import type { TrainerState, TrainerSettings } from '#core/practice/tempo-trainer.ts'
import styles from './step-parts.module.css'

/**
 * Renders a line that says that the tempo trainer (which raises the tempo step by step) is on, and after how many bars
 * or tries without mistakes it raises the tempo (rule PX29). Renders nothing if the trainer is off.
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
