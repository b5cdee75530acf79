import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bpm } from '#core/music/tempo.ts'
import { defaultStepForTempo, trainerStateAfterRun, withTrainerTempo } from '#core/practice/tempo-trainer.ts'
import { useObservable } from '#web/concurrency/observable.ts'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { ButtonLink, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Page } from '#web/kit/page.tsx'
import { useMetronome } from '#web/metronome/use-metronome.ts'
import { FOCUS_FIELD_STATE, goBack, navigate } from '#web/navigation/navigate.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { useStepShortcuts } from './shortcuts.ts'
import {
  MuteAndSettingsButtons,
  loadPracticeSettingsDialog,
  MetronomeAlert,
  MetronomeTempoDisplay,
  StepPlayControls,
  TempoTools,
  useAnnouncement,
  useFormatRunResult,
  useOnTrainerTempoRaise,
} from './step-parts.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import {
  TRY_OUT_MAX_BPM,
  type TryOutState,
  observableTryOutState,
  tryOutStepBaseTempo,
  trainerSettingsFromTryOut,
  withTryOutTrainerToggled,
  withTryOutTempo,
} from './try-out-state.ts'
import step from './practice-step.module.css'
import controls from './step-controls.module.css'
import styles from './try-out.module.css'

/** The screen at /try, where visitors without an account try the metronome. Nothing is saved (rule SG23). */
export function MetronomeTryOutScreen() {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const { said, say } = useAnnouncement()
  const sayTempo = (bpm: number) => say(t('step.tempoNow', { bpm }))
  const state = observableTryOutState(useLibraryServices())
  const current = useObservable(state)
  const { trainer, pattern, sound } = current
  const { tempo } = trainer
  const settings = trainerSettingsFromTryOut(current)
  const metronome = useMetronome(pattern, { settings, goal: TRY_OUT_MAX_BPM }, sound)
  const runText = useFormatRunResult()
  const isTraining = settings.kind !== 'off'
  const { isClicking } = metronome
  useWakeLock(isClicking)
  useBlockReload(isClicking)

  // Loads the settings early, so that they open without a connection.
  useEffect(() => preloadWhenIdle([loadPracticeSettingsDialog]), [])

  const change = (fields: Partial<TryOutState>) => state.set({ ...state.get(), ...fields })
  const setTempo = (bpm: number) => state.set(withTryOutTempo(state.get(), bpm))

  function setAndSay(bpm: number) {
    setTempo(bpm)
    sayTempo(state.get().trainer.tempo)
  }

  useOnTrainerTempoRaise(metronome, settings, tempo, reached => {
    change({ trainer: withTrainerTempo(state.get().trainer, reached) })
    sayTempo(reached)
  })

  const follow = useEffectEvent((bpm: Bpm) => metronome.setTempo(bpm))
  useEffect(() => follow(tempo), [tempo])

  const startOrStop = () => (isClicking ? metronome.stop() : metronome.start(tempo))
  function answer(isClean: boolean) {
    const before = state.get().trainer
    const after = trainerStateAfterRun(before, settings, isClean)
    change({ trainer: after })
    say(runText(before, after, settings, isClean))
  }

  // There is no next step, so both keys of a pedal start and stop the click.
  const actions = {
    next: startOrStop,
    skip: startOrStop,
    back: startOrStop,
    click: startOrStop,
    clean: () => answer(true),
    again: () => answer(false),
    step: (bpm: number) => setAndSay(tempo + bpm),
  }
  useStepShortcuts(null, isTraining, actions)

  // If a link from elsewhere opened this, there is no history to go back to.
  const leave = () => (window.history.length > 1 ? goBack() : navigate('/'))

  return (
    <Page title={t('tryOut.title')} layout="stage" className={classNames(step.step, styles.screen)}>
      <div className={step.head}>
        <IconButton icon="back" label={common('back')} onClick={leave} />
        <MuteAndSettingsButtons
          piece={t('tryOut.piece')}
          pattern={pattern}
          onPattern={next => change({ pattern: next })}
          trainer={current.choice}
          ownStep={defaultStepForTempo(tryOutStepBaseTempo(current))}
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
      <MetronomeTempoDisplay
        className={styles.stage}
        tempo={tempo}
        onTempo={setAndSay}
        said={said}
        pattern={pattern}
        metronome={metronome}
      />
      <MetronomeAlert metronome={metronome.state} />
      <TempoTools
        settings={settings}
        trainer={trainer}
        onTap={setAndSay}
        onToggleTrainer={() => state.set(withTryOutTrainerToggled(state.get()))}
      />
      <div className={step.range}>
        <TempoSlider
          tempo={tempo}
          endTempo={null}
          fastest={TRY_OUT_MAX_BPM}
          onTempo={setTempo}
          onHold={metronome.hold}
          onRelease={metronome.release}
        />
      </div>
      <StepPlayControls
        metronome={metronome}
        onStart={() => metronome.start(tempo)}
        onStep={by => setAndSay(tempo + by)}
        onAnswer={isTraining ? answer : null}
      />
      <div className={classNames(step.go, controls.go, controls.single)}>
        <ButtonLink to="/signin" state={FOCUS_FIELD_STATE} variant="line" size="big-wide" iconAfter="next">
          {t('tryOut.signIn')}
        </ButtonLink>
      </div>
    </Page>
  )
}

/** The line below the heading, by trainer mode. */
const NOTES = { off: 'tryOut.note', clean: 'trainer.cleanHint', bars: 'tryOut.barsHint' } as const
