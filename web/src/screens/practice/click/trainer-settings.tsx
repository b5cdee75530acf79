import { useTranslation } from 'react-i18next'
import { MAX_CONSECUTIVE_BARS } from '#core/library/piece.ts'
import { MAX_CLEAN_RUNS, MAX_TEMPO_STEP, type TrainerPreferences } from '#core/practice/tempo-trainer.ts'
import { SettingHint, SettingsGroup, Stepper } from '#web/kit/fields/settings.tsx'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'

type Props = {
  trainer: TrainerPreferences
  ownStep: number
  /**
   * True in the try-out, the practice step without an account. It has no goal and saves nothing, so its hint must not
   * promise that.
   */
  isTryOut: boolean
  onTrainer: (trainer: TrainerPreferences) => void
}

/**
 * Renders the settings of the tempo trainer (which raises the tempo step by step) as a tab of the dialog with the
 * metronome settings.
 */
export function TrainerSettingsTab({ trainer, ownStep, isTryOut, onTrainer }: Props) {
  const { t } = useTranslation('practice')
  const set = (part: Partial<TrainerPreferences>) => onTrainer({ ...trainer, ...part })
  const kinds = [
    { value: 'off', label: t('trainer.off') },
    { value: 'bars', label: t('trainer.bars') },
    { value: 'clean', label: t('trainer.whenClean') },
  ] as const
  return (
    <SettingsGroup title={t('trainer.title')} hidesTitle>
      <SegmentedChoice
        name={t('trainer.title')}
        options={kinds}
        value={trainer.kind}
        onChange={kind => set({ kind })}
      />
      <SettingHint>
        {isTryOut && trainer.kind === 'bars' ? t('tryOut.barsHint') : t(`trainer.${trainer.kind}Hint`)}
      </SettingHint>
      {trainer.kind !== 'off' && (
        <Stepper
          name={t('trainer.step')}
          value={trainer.step ?? ownStep}
          least={1}
          most={MAX_TEMPO_STEP}
          onChange={step => set({ step })}
        />
      )}
      {trainer.kind === 'bars' && (
        <Stepper
          name={t('trainer.afterBars')}
          value={trainer.bars}
          least={1}
          most={MAX_CONSECUTIVE_BARS}
          onChange={bars => set({ bars })}
        />
      )}
      {trainer.kind === 'clean' && (
        <Stepper
          name={t('trainer.afterCleans')}
          value={trainer.cleans}
          least={1}
          most={MAX_CLEAN_RUNS}
          onChange={cleans => set({ cleans })}
        />
      )}
    </SettingsGroup>
  )
}
