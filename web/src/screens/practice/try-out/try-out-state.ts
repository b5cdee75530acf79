import { clickPatternFromSettings, type ClickPattern } from '#core/music/click-pattern.ts'
import { DEFAULT_BPM, MAX_GOAL_BPM, addBpmWithinLimits } from '#core/music/tempo.ts'
import {
  parseTrainerPreferences,
  startTrainer,
  trainerSettingsForTempo,
  defaultStepBaseTempo,
  type TrainerState,
  type TrainerPreferences,
  type TrainerSettings,
} from '#core/practice/tempo-trainer.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import { parseSoundSettings } from '../sound-settings.ts'

/** The settings of a visitor in the try-out. */
export type TryOutState = {
  /** Its tempo is the one that is played. */
  readonly trainer: TrainerState
  readonly choice: TrainerPreferences
  readonly pattern: ClickPattern
  readonly sound: SoundSettings
}

/** The highest tempo of the try-out in bpm, which is the highest possible goal. The trainer climbs up to it. */
export const TRY_OUT_MAX_BPM = addBpmWithinLimits(MAX_GOAL_BPM, 0, MAX_GOAL_BPM)

/** The initial state of the try-out: 120 bpm, four equal clicks, no trainer. */
export const INITIAL_TRY_OUT_STATE: TryOutState = {
  trainer: startTrainer(DEFAULT_BPM, TRY_OUT_MAX_BPM),
  choice: parseTrainerPreferences(null),
  pattern: clickPatternFromSettings(null),
  sound: parseSoundSettings(null),
}

/**
 * Observable with the state of the try-out. It is kept in memory only, so that nothing is stored for a signed-out
 * visitor (rules SG25, SI8).
 */
export const tryOutState = createObservable(INITIAL_TRY_OUT_STATE)

/** Returns the state with another tempo, limited to 40 to 208, from which the trainer starts again. */
export const withTryOutTempo = (before: TryOutState, bpm: number): TryOutState => ({
  ...before,
  trainer: startTrainer(addBpmWithinLimits(bpm, 0, TRY_OUT_MAX_BPM), TRY_OUT_MAX_BPM),
})

/** Returns the state with the trainer turned on, in the mode that counts clean runs, or off. */
export const withTrainerSwitched = (before: TryOutState): TryOutState => ({
  ...withTryOutTempo(before, before.trainer.tempo),
  choice: { ...before.choice, kind: before.choice.kind === 'off' ? 'clean' : 'off' },
})

/** Returns the tempo in bpm from which the default step of the try-out's trainer is computed. */
export const tryOutStepBaseTempo = ({ trainer, choice }: TryOutState) =>
  defaultStepBaseTempo(choice, trainer.start, trainer.tempo)

/** Returns the trainer's settings at the current tempo. */
export const tryOutTrainerSettings = (current: TryOutState): TrainerSettings =>
  trainerSettingsForTempo(current.choice, tryOutStepBaseTempo(current))
