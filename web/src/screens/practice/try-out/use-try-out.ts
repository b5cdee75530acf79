import { useEffect, useEffectEvent } from 'react'
import type { Bpm } from '#core/music/tempo.ts'
import { withTrainerTempo, type TrainerState, type TrainerSettings } from '#core/practice/tempo-trainer.ts'
import { useObservable } from '#web/concurrency/observable.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { useMetronome, type MetronomeControl } from '#web/metronome/use-metronome.ts'
import { useTempoClimb } from '../step/use-tempo-climb.ts'
import { TRY_OUT_MAX_BPM, tryOutTrainerSettings, tryOutStateOf, type TryOutState } from './try-out-state.ts'

type TryOutControl = {
  readonly current: TryOutState
  readonly settings: TrainerSettings
  readonly metronome: MetronomeControl
  readonly change: (update: (before: TryOutState) => TryOutState) => void
  /** Updates the tempo trainer after a try with or without mistakes. */
  readonly train: (update: (trainer: TrainerState, settings: TrainerSettings) => TrainerState) => void
}

/**
 * Returns the state of the try-out (the practice step without an account), its metronome, and functions that change the
 * state. Calls `onClimb` with the new tempo when the tempo trainer has raised that of the running metronome.
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
