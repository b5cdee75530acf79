import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultStepForTempo } from '#core/practice/tempo-trainer.ts'
import { useObservable } from '#web/concurrency/observable.ts'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { ButtonLink, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Page } from '#web/kit/page.tsx'
import { FOCUS_FIELD_STATE, goBackEntries, navigate } from '#web/navigation/navigate.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { useStepShortcuts } from './shortcuts.ts'
import { loadPracticeSettingsDialog, MuteAndSettingsButtons } from './step-parts.tsx'
import { MetronomePanel, useTrainedMetronome } from './trained-metronome.tsx'
import {
  TRY_OUT_MAX_BPM,
  type MetronomeTryOutState,
  observableTryOutState,
  tempoForTryOutStepSize,
  trainerSettingsFromTryOut,
  withTryOutTrainerToggled,
  withTryOutRestartedAtTempo,
} from './try-out-state.ts'
import step from './practice-step.module.css'
import controls from './step-controls.module.css'
import styles from './try-out.module.css'

export function MetronomeTryOutScreen() {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const state = observableTryOutState(useLibraryServices())
  const current = useObservable(state)
  const { trainer, pattern, sound } = current
  const settings = trainerSettingsFromTryOut(current)
  const change = (fields: Partial<MetronomeTryOutState>) => state.set({ ...state.get(), ...fields })
  const click = useTrainedMetronome({
    tempo: trainer.tempo,
    fastest: TRY_OUT_MAX_BPM,
    trainer,
    settings,
    pattern,
    sound,
    onTrain: after => change({ trainer: after }),
    onTempo: bpm => state.set(withTryOutRestartedAtTempo(state.get(), bpm)),
  })
  const { isClicking } = click.metronome
  useWakeLock(isClicking)
  useBlockReload(isClicking)

  // Loads the settings early, so that they open without a connection.
  useEffect(() => preloadWhenIdle([loadPracticeSettingsDialog]), [])

  // There is no next step, so both keys of a pedal start and stop the click.
  const startOrStop = click.actions.click
  const actions = { ...click.actions, next: startOrStop, skip: startOrStop, back: startOrStop }
  useStepShortcuts(null, click.isTraining, actions)

  // If a link from elsewhere opened this, there is no history to go back to.
  const leave = () => (window.history.length > 1 ? goBackEntries() : navigate('/'))

  return (
    <Page title={t('tryOut.title')} layout="stage" className={classNames(step.step, styles.screen)}>
      <div className={step.head}>
        <IconButton icon="back" label={common('back')} onClick={leave} />
        <MuteAndSettingsButtons
          piece={t('tryOut.piece')}
          pattern={pattern}
          onPattern={next => change({ pattern: next })}
          trainer={current.choice}
          defaultStep={defaultStepForTempo(tempoForTryOutStepSize(current))}
          onTrainer={choice => change({ choice })}
          sound={sound}
          onSound={next => change({ sound: next })}
          pedal={null}
          onClose={() => undefined}
        />
      </div>
      <div className={step.title}>
        <h1>{t('tryOut.title')}</h1>
        <p aria-live="polite">{t(NOTES[settings.kind])}</p>
      </div>
      <MetronomePanel
        click={click}
        endTempo={null}
        onToggleTrainer={() => state.set(withTryOutTrainerToggled(state.get()))}
      />
      <div className={classNames(step.go, controls.go, controls.single)}>
        <ButtonLink to="/signin" state={FOCUS_FIELD_STATE} variant="line" size="big-wide" iconAfter="next">
          {t('tryOut.signIn')}
        </ButtonLink>
      </div>
    </Page>
  )
}

const NOTES = { off: 'tryOut.note', clean: 'trainer.cleanHint', bars: 'tryOut.barsHint' } as const
