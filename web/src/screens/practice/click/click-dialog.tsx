import { useTranslation } from 'react-i18next'
import type { ClickPattern } from '#core/click-pattern.ts'
import { MOST_BARS, MOST_BEATS, MOST_SUBDIVISION } from '#core/piece.ts'
import { LARGEST_STEP, MOST_CLEANS, type TrainerChoice } from '#core/tempo-trainer.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { SegmentedChoice } from '#web/kit/segmented-choice.tsx'
import { hasSilentSwitch } from '#web/metronome/sound.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import { LATEST_SEEN_MS } from '../sound-settings.ts'
import { PedalSettings, type PedalProps } from './pedal-settings.tsx'
import { Level, Settings, Stepper, Switch } from './setting.tsx'
import styles from './click-dialog.module.css'

export type ClickDialogProps = PedalProps & {
  piece: string
  pattern: ClickPattern
  onPattern: (pattern: ClickPattern) => void
  trainer: TrainerChoice
  /** bpm of a step where none was chosen. */
  ownStep: number
  onTrainer: (trainer: TrainerChoice) => void
  sound: SoundSettings
  onSound: (sound: SoundSettings) => void
  onClose: () => void
}

/** Everything about the click that is not pressed while playing: of the piece, of the trainer, of this device. */
export function ClickDialog(props: ClickDialogProps) {
  const { t } = useTranslation('practice')
  return (
    <Dialog title={t('click.title')} onClose={props.onClose}>
      <div className={styles.body}>
        <SoundOfDevice {...props} />
        <PatternOfPiece {...props} />
        <Trainer {...props} />
        <PedalSettings
          pedal={props.pedal}
          onPedal={props.onPedal}
          isTraining={props.trainer.kind === 'clean'}
        />
      </div>
    </Dialog>
  )
}

function SoundOfDevice({ sound, onSound }: ClickDialogProps) {
  const { t } = useTranslation('practice')
  const percent = Math.round(sound.volume * 100)
  return (
    <Settings title={t('click.sound')}>
      <Level
        name={t('click.volume')}
        value={percent}
        most={100}
        step={5}
        text={t('click.percent', { value: percent / 100 })}
        onChange={value => onSound({ ...sound, volume: value / 100 })}
      />
      <Switch
        name={t('click.mute')}
        isOn={sound.isMuted}
        onChange={isMuted => onSound({ ...sound, isMuted })}
      />
      {hasSilentSwitch() && (
        <Switch
          name={t('click.silentSwitch')}
          isOn={sound.ignoresSilentSwitch}
          onChange={ignoresSilentSwitch => onSound({ ...sound, ignoresSilentSwitch })}
        />
      )}
      <Level
        name={t('click.seenLater')}
        value={sound.seenLaterMs}
        most={LATEST_SEEN_MS}
        step={10}
        text={t('click.milliseconds', { count: sound.seenLaterMs })}
        hint={t('click.seenLaterHint')}
        onChange={seenLaterMs => onSound({ ...sound, seenLaterMs })}
      />
    </Settings>
  )
}

function PatternOfPiece({ piece, pattern, onPattern }: ClickDialogProps) {
  const { t } = useTranslation('practice')
  const set = (part: Partial<ClickPattern>) => onPattern({ ...pattern, ...part })
  return (
    <Settings title={t('click.ofPiece', { piece })}>
      <Stepper
        name={t('click.beats')}
        value={pattern.beats}
        least={1}
        most={MOST_BEATS}
        onChange={beats => set({ beats })}
      />
      <Switch name={t('click.accent')} isOn={pattern.accent} onChange={accent => set({ accent })} />
      <Stepper
        name={t('click.subdivision')}
        value={pattern.subdivision}
        least={1}
        most={MOST_SUBDIVISION}
        onChange={subdivision => set({ subdivision })}
      />
      <Switch name={t('click.countIn')} isOn={pattern.countIn} onChange={countIn => set({ countIn })} />
      <Stepper
        name={t('click.silentBars')}
        value={pattern.rest}
        least={0}
        most={MOST_BARS}
        text={pattern.rest === 0 ? t('click.none') : undefined}
        onChange={rest => set({ rest })}
      />
      {pattern.rest > 0 && (
        <Stepper
          name={t('click.soundingBars')}
          value={pattern.play}
          least={1}
          most={MOST_BARS}
          onChange={play => set({ play })}
        />
      )}
    </Settings>
  )
}

function Trainer({ trainer, ownStep, onTrainer }: ClickDialogProps) {
  const { t } = useTranslation('practice')
  const set = (part: Partial<TrainerChoice>) => onTrainer({ ...trainer, ...part })
  const kinds = (['off', 'bars', 'clean'] as const).map(value => ({ value, label: t(`trainer.${value}`) }))
  return (
    <Settings title={t('trainer.title')}>
      <SegmentedChoice
        name={t('trainer.title')}
        options={kinds}
        value={trainer.kind}
        onChange={kind => set({ kind })}
      />
      <p className={styles.hint}>{t(`trainer.${trainer.kind}Hint`)}</p>
      {trainer.kind !== 'off' && (
        <Stepper
          name={t('trainer.step')}
          value={trainer.step ?? ownStep}
          least={1}
          most={LARGEST_STEP}
          onChange={step => set({ step })}
        />
      )}
      {trainer.kind === 'bars' && (
        <Stepper
          name={t('trainer.afterBars')}
          value={trainer.bars}
          least={1}
          most={MOST_BARS}
          onChange={bars => set({ bars })}
        />
      )}
      {trainer.kind === 'clean' && (
        <Stepper
          name={t('trainer.afterCleans')}
          value={trainer.cleans}
          least={1}
          most={MOST_CLEANS}
          onChange={cleans => set({ cleans })}
        />
      )}
    </Settings>
  )
}
