import { useTranslation } from 'react-i18next'
import type { Trainer, TrainerSettings } from '#core/practice/tempo-trainer.ts'
import styles from './step-parts.module.css'

/** Shows that the trainer is on, and what its next step requires (rule PX29). */
export function TrainerLine({ settings, trainer }: { settings: TrainerSettings; trainer: Trainer }) {
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
