import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_SOUNDING_OR_SILENT_BARS } from '#core/library/piece.ts'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import { canBePedalKey, normalizedKeyCode, type PedalKeyCodes } from '#core/practice/practice-shortcuts.ts'
import {
  MAX_CLEAN_RUNS,
  MAX_TEMPO_STEP,
  type TrainerPreferences,
  withTrainerKind,
} from '#core/practice/tempo-trainer.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { LevelSlider, SettingHint, SettingsGroup, NumberStepper, Toggle } from '#web/kit/fields/settings.tsx'
import { ClickPatternFields } from '#web/kit/music/click-pattern-fields.tsx'
import { PedalKeyLegend, ShortcutKeyList, ClickAndTempoKeyRows } from '#web/kit/shortcuts/shortcut-keys.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { hasMuteSwitch } from '#web/metronome/click-output.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import { MAX_BEAT_DELAY_MS } from './sound-settings.ts'
import styles from './practice-settings-dialog.module.css'

export type PracticeSettingsDialogProps = {
  piece: string
  pattern: ClickPattern
  onPattern: (pattern: ClickPattern) => void
  trainer: TrainerPreferences
  defaultStep: number
  onTrainer: (trainer: TrainerPreferences) => void
  sound: SoundSettings
  onSound: (sound: SoundSettings) => void
  pedal: PedalSettingsProps | null
  onClose: () => void
}

export function PracticeSettingsDialog(props: PracticeSettingsDialogProps) {
  const { t } = useTranslation('practice')
  const { pedal } = props
  const tabs = [
    {
      label: t('click.tab'),
      panel: (
        <>
          <SoundOfDevice {...props} />
          <ClickPatternFields {...props} />
        </>
      ),
    },
    { label: t('trainer.tab'), panel: <TrainerSettingsTab {...props} /> },
  ]
  if (pedal !== null) {
    const isTraining = props.trainer.kind !== 'off'
    tabs.push({ label: t('pedal.tab'), panel: <PedalSettings {...pedal} isTraining={isTraining} /> })
  }
  return (
    <Dialog title={t('click.title')} onClose={props.onClose}>
      <Tabs name={t('click.title')} tabs={tabs} />
    </Dialog>
  )
}

function SoundOfDevice({ sound, onSound }: PracticeSettingsDialogProps) {
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

function TrainerSettingsTab({ trainer, defaultStep, pedal, onTrainer }: PracticeSettingsDialogProps) {
  const { t } = useTranslation('practice')
  const set = (part: Partial<TrainerPreferences>) => onTrainer({ ...trainer, ...part })
  const kinds = [
    { value: 'off', label: t('trainer.off') },
    { value: 'bars', label: t('trainer.bars') },
    { value: 'clean', label: t('trainer.whenClean') },
  ] as const
  const stepper = (field: 'step' | 'bars' | 'cleans', name: string, value: number, most: number) => (
    <NumberStepper name={name} value={value} most={most} onChange={next => set({ [field]: next })} />
  )
  // The try-out has no goal and saves nothing, so its hint must not promise that.
  const isTryOut = pedal === null
  return (
    <SettingsGroup title={t('trainer.title')} hidesTitle>
      <SegmentedChoice
        name={t('trainer.title')}
        options={kinds}
        value={trainer.kind}
        onChange={kind => onTrainer(withTrainerKind(trainer, kind))}
      />
      <SettingHint>
        {isTryOut && trainer.kind === 'bars' ? t('tryOut.barsHint') : t(`trainer.${trainer.kind}Hint`)}
      </SettingHint>
      {trainer.kind !== 'off' &&
        stepper('step', t('trainer.step'), trainer.step ?? defaultStep, MAX_TEMPO_STEP)}
      {trainer.kind === 'bars' &&
        stepper('bars', t('trainer.afterBars'), trainer.bars, MAX_SOUNDING_OR_SILENT_BARS)}
      {trainer.kind === 'clean' &&
        stepper('cleans', t('trainer.afterCleans'), trainer.cleans, MAX_CLEAN_RUNS)}
    </SettingsGroup>
  )
}

type PedalSettingsProps = { pedal: PedalKeyCodes | null; onPedal: (pedal: PedalKeyCodes | null) => void }

function PedalSettings({ pedal, onPedal, isTraining }: PedalSettingsProps & { isTraining: boolean }) {
  const { t } = useTranslation('practice')
  const [isLearning, setLearning] = useState(false)

  return (
    <SettingsGroup title={t('pedal.title')} hidesTitle>
      <ShortcutKeyList>
        <PedalKeyLegend pedal={pedal} isTraining={isTraining} />
        <ClickAndTempoKeyRows />
      </ShortcutKeyList>
      {isLearning ? (
        <Learn
          onEnd={learned => {
            setLearning(false)
            if (learned !== null) onPedal(learned)
          }}
        />
      ) : (
        <div className={styles.actions}>
          <Button variant="line" onClick={() => setLearning(true)}>
            {t('pedal.learn')}
          </Button>
          {pedal !== null && (
            <Button variant="bare" onClick={() => onPedal(null)}>
              {t('pedal.forget')}
            </Button>
          )}
        </div>
      )}
    </SettingsGroup>
  )
}

function Learn({ onEnd }: { onEnd: (pedal: PedalKeyCodes | null) => void }) {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const [forward, setForward] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<'same' | 'nothing' | null>(null)

  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
    const code = normalizedKeyCode(event)
    if (code === 'Escape') {
      // Escape cancels the recording without closing the dialog.
      event.preventDefault()
      event.stopPropagation()
      return onEnd(null)
    }
    if (code === '') return setTrouble('nothing')
    if (!canBePedalKey(code)) return
    event.preventDefault()
    event.stopPropagation()
    setTrouble(code === forward ? 'same' : null)
    if (forward === null) return setForward(code)
    if (code !== forward) onEnd({ forward, backward: code })
  })

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true }
    window.addEventListener('keydown', event => hear(event), options)
    // Prevents the recorded key's keyup from pressing the focused button.
    window.addEventListener(
      'keyup',
      event => canBePedalKey(normalizedKeyCode(event)) && event.preventDefault(),
      options,
    )
    return () => gone.abort()
  }, [])

  return (
    <div className={styles.learn}>
      <p role="status">
        {trouble !== null && `${t(`pedal.${trouble}`)} `}
        {forward === null ? t('pedal.pressForward') : t('pedal.pressBackward')}
      </p>
      <Button variant="line" onClick={() => onEnd(null)}>
        {common('back')}
      </Button>
    </div>
  )
}
