import { lazy, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bpm } from '#core/music/tempo.ts'
import { type PracticeShortcutAction, stepActionForKey } from '#core/practice/practice-shortcuts.ts'
import {
  defaultTempoStep,
  recordCleanRun,
  recordMissedRun,
  type TrainerSettings,
  type TrainerState,
  withTrainerTempo,
} from '#core/practice/tempo-trainer.ts'
import { useObservable } from '#web/concurrency/observable.ts'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { useWakeLock } from '#web/device/wake-lock.ts'
import { Button, ButtonLink, IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { TapButton } from '#web/kit/music/tap-button.tsx'
import { Page } from '#web/kit/page.tsx'
import { type MetronomeControl, useMetronome } from '#web/metronome/use-metronome.ts'
import { FOCUS_FIELD_STATE, goBack, navigate } from '#web/navigation/navigate.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { type ShortcutPress, useShortcuts } from './shortcuts.ts'
import {
  MetronomeAlert,
  MetronomeTempo,
  MuteButton,
  StepPlayControls,
  TrainerStatusLine,
  useAnnouncement,
  useRunText,
  useTempoClimb,
} from './step-parts.tsx'
import { TempoSlider } from './tempo-slider.tsx'
import {
  TRY_OUT_MAX_BPM,
  type TryOutState,
  tryOutStateOf,
  tryOutStepBaseTempo,
  tryOutTrainerSettings,
  withTrainerToggled,
  withTryOutTempo,
} from './try-out-state.ts'
import step from './practice-step.module.css'
import styles from './try-out.module.css'

/**
 * Renders the screen at /try, where visitors without an account try to practice with the metronome and the slider.
 * Nothing that they do there is saved (rule SG23).
 */
export function GuestTryOut() {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const [isSetting, setSetting] = useState(false)
  const { said, say } = useAnnouncement()
  const sayTempo = (bpm: number) => say(t('step.tempoNow', { bpm }))
  const { current, settings, metronome, change, train } = useTryOut(sayTempo)
  const runText = useRunText()
  const { trainer, pattern, sound } = current
  const { tempo } = trainer
  const isTraining = settings.kind !== 'off'
  const { isClicking } = metronome
  useWakeLock(isClicking)
  useBlockReload(isClicking)

  // So that the settings open without a connection.
  useEffect(() => preloadWhenIdle([loadClickDialog]), [])

  const setTempo = (bpm: number) => change(before => withTryOutTempo(before, bpm))

  function setAndSay(bpm: number) {
    const next = withTryOutTempo(current, bpm)
    change(() => next)
    sayTempo(next.trainer.tempo)
  }

  const startOrStop = () => (isClicking ? metronome.stop() : metronome.start(tempo))
  function answer(isClean: boolean) {
    const run = isClean ? recordCleanRun : recordMissedRun
    train(run)
    say(runText(trainer, run(trainer, settings), settings, isClean))
  }
  const clean = () => answer(true)
  const again = () => answer(false)

  // There is no next step, so both keys of a pedal start and stop the click.
  const actions: Record<PracticeShortcutAction, () => void> = {
    next: startOrStop,
    skip: startOrStop,
    back: startOrStop,
    click: startOrStop,
    clean,
    again,
    faster: () => setAndSay(tempo + 1),
    slower: () => setAndSay(tempo - 1),
  }

  function press({ key, isLong }: ShortcutPress): boolean {
    actions[stepActionForKey(key, isLong, isTraining)]()
    return true
  }
  useShortcuts(null, press, { canHold: true })

  // Opened by a link from elsewhere, there is no history to go back to.
  const leave = () => (window.history.length > 1 ? goBack() : navigate('/'))

  return (
    <Page title={t('tryOut.title')} layout="stage" className={classNames(step.step, styles.screen)}>
      <div className={step.head}>
        <IconButton icon="back" label={common('back')} onClick={leave} />
        <MuteButton sound={sound} onSound={next => change(before => ({ ...before, sound: next }))} />
        <IconButton
          icon="settings"
          label={t('click.title')}
          onClick={() => startTransition(() => setSetting(true))}
        />
      </div>
      <div className={step.title}>
        <h1>{t('tryOut.title')}</h1>
        <p aria-live="polite">{t(NOTES[settings.kind])}</p>
      </div>
      <MetronomeTempo
        className={styles.stage}
        tempo={tempo}
        said={said}
        pattern={pattern}
        metronome={metronome}
      />
      <MetronomeAlert metronome={metronome.state} />
      <div className={styles.tools}>
        <TapButton size="small" value={String(tempo)} onValue={value => setAndSay(Number(value))} />
        <Button
          variant="line"
          className={styles.trainer}
          icon={isTraining ? 'check' : undefined}
          aria-pressed={isTraining}
          onClick={() => change(withTrainerToggled)}
        >
          {t('tryOut.trainer')}
        </Button>
      </div>
      <div className={step.range}>
        <TrainerStatusLine settings={settings} trainer={trainer} />
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
        isTraining={isTraining}
        onStart={() => metronome.start(tempo)}
        onStep={by => setAndSay(tempo + by)}
        onClean={clean}
        onAgain={again}
      />
      <div className={styles.go}>
        <ButtonLink to="/signin" state={FOCUS_FIELD_STATE} variant="line" size="big-wide" iconAfter="next">
          {t('tryOut.signIn')}
        </ButtonLink>
      </div>
      {isSetting && (
        <ClickDialog
          piece={t('tryOut.piece')}
          pattern={pattern}
          onPattern={next => change(before => ({ ...before, pattern: next }))}
          trainer={current.choice}
          ownStep={defaultTempoStep(tryOutStepBaseTempo(current))}
          onTrainer={choice => change(before => ({ ...before, choice }))}
          sound={sound}
          onSound={next => change(before => ({ ...before, sound: next }))}
          pedal={null}
          onClose={() => setSetting(false)}
        />
      )}
    </Page>
  )
}

const loadClickDialog = async () => ({ default: (await import('./click-dialog.tsx')).ClickDialog })
const ClickDialog = lazy(loadClickDialog)

/** Text keys of the line below the heading, by trainer mode. */
const NOTES = { off: 'tryOut.note', clean: 'trainer.cleanHint', bars: 'tryOut.barsHint' } as const

type TryOutControl = {
  readonly current: TryOutState
  readonly settings: TrainerSettings
  readonly metronome: MetronomeControl
  readonly change: (update: (before: TryOutState) => TryOutState) => void
  /** Updates the tempo trainer after a try with or without mistakes. */
  readonly train: (update: (trainer: TrainerState, settings: TrainerSettings) => TrainerState) => void
}

/**
 * Returns the state of the try-out, its metronome, and functions that change the state. Calls `onClimb` with the new
 * tempo when the tempo trainer has raised that of the running metronome.
 */
export function useTryOut(onClimb: (tempo: Bpm) => void): TryOutControl {
  const state = tryOutStateOf(useDeviceLibrary())
  const current = useObservable(state)
  const { trainer, pattern, sound } = current
  const settings = tryOutTrainerSettings(current)
  const metronome = useMetronome(pattern, { settings, goal: TRY_OUT_MAX_BPM }, sound)

  const change = (update: (before: TryOutState) => TryOutState) => state.set(update(state.get()))
  const withRun = (run: (before: TrainerState) => TrainerState) =>
    change(before => ({ ...before, trainer: run(before.trainer) }))

  useTempoClimb(metronome, settings, trainer.tempo, tempo => {
    withRun(before => withTrainerTempo(before, tempo))
    onClimb(tempo)
  })

  const follow = useEffectEvent((tempo: Bpm) => metronome.setTempo(tempo))
  useEffect(() => follow(trainer.tempo), [trainer.tempo])

  return {
    current,
    settings,
    metronome,
    change,
    train: update => withRun(before => update(before, settings)),
  }
}
