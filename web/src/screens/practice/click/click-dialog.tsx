import { useTranslation } from 'react-i18next'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import type { TrainerPreferences } from '#core/practice/tempo-trainer.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { ClickPatternFields } from '#web/kit/music/click-pattern-fields.tsx'
import { LevelSlider, SettingsGroup, Toggle } from '#web/kit/fields/settings.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { hasMuteSwitch } from '#web/metronome/audio-output.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import { MAX_BEAT_DELAY_MS } from './sound-settings.ts'
import { PedalSettings, type PedalSettingsProps } from './pedal-settings.tsx'
import { TrainerSettingsTab } from './trainer-settings.tsx'

/**
 * Props of the dialog with the settings of the metronome click, the tempo trainer (which raises the tempo step by
 * step) and the foot pedal.
 */
export type ClickDialogProps = {
  piece: string
  pattern: ClickPattern
  onPattern: (pattern: ClickPattern) => void
  trainer: TrainerPreferences
  /** Default step of the tempo trainer in bpm, used if the user has chosen none. */
  ownStep: number
  onTrainer: (trainer: TrainerPreferences) => void
  sound: SoundSettings
  onSound: (sound: SoundSettings) => void
  /**
   * The keys of the pedal; null in the try-out (the practice step without an account), where keys have other actions
   * and nothing is saved.
   */
  pedal: PedalSettingsProps | null
  onClose: () => void
}

/**
 * Renders the dialog with the settings of the metronome click, the tempo trainer (which raises the tempo step by step)
 * and the foot pedal in three tabs. Each tab fits the smallest phone without scrolling.
 */
export function ClickDialog(props: ClickDialogProps) {
  const { t } = useTranslation('practice')
  const { piece, pattern, onPattern, trainer, ownStep, onTrainer, pedal } = props
  return (
    <Dialog title={t('click.title')} onClose={props.onClose} dense>
      <Tabs
        name={t('click.title')}
        tabs={[
          {
            label: t('click.tab'),
            panel: (
              <>
                <SoundOfDevice {...props} />
                <ClickPatternFields piece={piece} pattern={pattern} onPattern={onPattern} />
              </>
            ),
          },
          {
            label: t('trainer.tab'),
            panel: (
              <TrainerSettingsTab
                trainer={trainer}
                ownStep={ownStep}
                isTryOut={pedal === null}
                onTrainer={onTrainer}
              />
            ),
          },
          ...(pedal === null
            ? []
            : [
                {
                  label: t('pedal.tab'),
                  panel: <PedalSettings {...pedal} isTraining={trainer.kind !== 'off'} />,
                },
              ]),
        ]}
      />
    </Dialog>
  )
}

function SoundOfDevice({ sound, onSound }: ClickDialogProps) {
  const { t } = useTranslation('practice')
  const percent = Math.round(sound.volume * 100)
  return (
    <SettingsGroup title={t('click.sound')} hidesTitle>
      <LevelSlider
        name={t('click.volume')}
        value={percent}
        most={100}
        step={5}
        text={t('click.percent', { value: percent / 100 })}
        onChange={value => onSound({ ...sound, volume: value / 100 })}
      />
      {hasMuteSwitch() && (
        <Toggle
          name={t('click.silentSwitch')}
          isOn={sound.ignoresSilentSwitch}
          onChange={ignoresSilentSwitch => onSound({ ...sound, ignoresSilentSwitch })}
        />
      )}
      <LevelSlider
        name={t('click.seenLater')}
        value={sound.seenLaterMs}
        most={MAX_BEAT_DELAY_MS}
        step={10}
        text={t('click.milliseconds', { count: sound.seenLaterMs })}
        hint={t('click.seenLaterHint')}
        onChange={seenLaterMs => onSound({ ...sound, seenLaterMs })}
      />
    </SettingsGroup>
  )
}
