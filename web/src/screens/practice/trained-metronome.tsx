import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import { addBpmWithinLimits, type Bpm, MAX_GOAL_BPM } from '#core/music/tempo.ts'
import {
  trainerStateAfterRun,
  type TrainerStepRule,
  type TrainerState,
  withTrainerTempo,
} from '#core/practice/tempo-trainer.ts'
import { Button } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { TapButton } from '#web/kit/music/tap-button.tsx'
import { type SoundSettings, useMetronome } from '#web/metronome/use-metronome.ts'
import styles from './practice-step.module.css'
import controls from './step-controls.module.css'
import { MetronomeAlert, MetronomeTempoControl, PlayAndTempoButtons, useAnnouncement } from './step-parts.tsx'
import { TempoSlider } from './tempo-slider.tsx'

type TrainedMetronomeOptions = {
  tempo: Bpm
  fastest: Bpm
  trainer: TrainerState
  settings: TrainerStepRule
  pattern: ClickPattern
  sound: SoundSettings
  onTrain: (trainer: TrainerState) => void
  onTempo: (tempo: Bpm) => void
}

export function useTrainedMetronome(options: TrainedMetronomeOptions) {
  const { tempo, fastest, trainer, settings, pattern, sound, onTrain, onTempo } = options
  const { t } = useTranslation('practice')
  const { said, say } = useAnnouncement()
  const metronome = useMetronome(pattern, { settings, goal: trainer.goal }, sound)
  const sayTempo = (bpm: Bpm) => say(t('step.tempoNow', { bpm }))

  // The trainer raises the tempo by bars, on the first beat of a bar (rule TR4).
  const climb = useEffectEvent((reached: Bpm) => {
    if (settings.kind !== 'bars' || metronome.state !== 'running' || reached === tempo) return
    onTrain(withTrainerTempo(trainer, reached))
    sayTempo(reached)
  })
  useEffect(() => climb(metronome.tempo), [metronome.tempo])

  // Applies also a tempo that was corrected on another device.
  const follow = useEffectEvent((now: Bpm) => metronome.setTempo(now))
  useEffect(() => follow(tempo), [tempo])

  function setAndSay(next: Bpm) {
    onTempo(next)
    sayTempo(next)
  }

  function resultText(after: TrainerState, isClean: boolean): string {
    const { tempo: bpm, inARow } = after
    if (bpm !== trainer.tempo) return t('step.tempoNow', { bpm })
    if (settings.kind !== 'clean') return t(isClean ? 'trainer.cleanAt' : 'step.tempoNow', { bpm })
    const { cleans } = settings
    // At the goal the count begins again, and the tempo stays.
    return t('trainer.cleanRuns', { inARow: isClean && inARow === 0 ? cleans : inARow, cleans })
  }

  function answer(isClean: boolean) {
    const after = trainerStateAfterRun(trainer, settings, isClean)
    onTrain(after)
    say(resultText(after, isClean))
  }

  const actions = {
    clean: () => answer(true),
    again: () => answer(false),
    click: () => (metronome.isClicking ? metronome.stop() : metronome.start(tempo)),
    step: (by: number) => setAndSay(addBpmWithinLimits(tempo, by, fastest)),
  }
  return { ...options, metronome, isTraining: settings.kind !== 'off', said, say, setAndSay, answer, actions }
}

type PracticeTempoControlsProps = {
  click: ReturnType<typeof useTrainedMetronome>
  endTempo: Bpm | null
  onToggleTrainer: () => void
  hairline?: ReactNode
  note?: ReactNode
  children?: ReactNode
}

export function MetronomePanel(props: PracticeTempoControlsProps) {
  const { click, endTempo, onToggleTrainer, hairline, note, children } = props
  const { metronome, tempo, settings, trainer, setAndSay } = click
  const { t } = useTranslation('practice')
  const id = useId()
  const isTraining = settings.kind !== 'off'
  return (
    <>
      <MetronomeTempoControl {...click} onTempo={setAndSay}>
        {hairline}
      </MetronomeTempoControl>
      <MetronomeAlert metronome={metronome.state}>{note}</MetronomeAlert>
      <div className={classNames(styles.tools, controls.tools)}>
        <TapButton
          size="small"
          value={String(tempo)}
          onValue={value =>
            setAndSay(addBpmWithinLimits(Number(value), 0, Math.max(MAX_GOAL_BPM, click.fastest)))
          }
        />
        <Button
          variant="line"
          icon={isTraining ? 'check' : undefined}
          aria-pressed={isTraining}
          aria-describedby={isTraining ? id : undefined}
          onClick={onToggleTrainer}
        >
          <span>
            {t('trainer.switch')}
            {/* Hidden, but used as the button's description, so that its name stays the same. */}
            {isTraining && (
              <small id={id} aria-hidden="true">
                {settings.kind === 'bars'
                  ? t('trainer.byBars', { step: settings.step, count: settings.bars })
                  : t('trainer.byCleans', {
                      step: settings.step,
                      inARow: trainer.inARow,
                      count: settings.cleans,
                    })}
              </small>
            )}
          </span>
        </Button>
      </div>
      {children}
      <div className={styles.range}>
        <TempoSlider
          tempo={tempo}
          endTempo={endTempo}
          fastest={click.fastest}
          onTempo={click.onTempo}
          onHold={metronome.hold}
          onRelease={metronome.release}
        />
      </div>
      <PlayAndTempoButtons
        metronome={metronome}
        onStart={() => metronome.start(tempo)}
        onStep={click.actions.step}
        onAnswer={isTraining ? click.answer : null}
      />
    </>
  )
}
