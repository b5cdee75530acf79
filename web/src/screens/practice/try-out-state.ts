import { type ClickPattern, clickPatternFromSettings } from '#core/music/click-pattern.ts'
import { addBpmWithinLimits, DEFAULT_BPM, MAX_GOAL_BPM } from '#core/music/tempo.ts'
import {
  createTrainerState,
  defaultStepBaseTempo,
  parseTrainerPreferences,
  type TrainerPreferences,
  type TrainerSettings,
  trainerSettingsForTempo,
  type TrainerState,
} from '#core/practice/tempo-trainer.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import { parseSoundSettings } from './sound-settings.ts'

/**
 * The state of the try-out. It consists of the tempo trainer with the visitor's preferences, the click pattern and the
 * sound settings.
 */
export type TryOutState = {
  /** The state of the tempo trainer. Its tempo is the one that the metronome plays. */
  readonly trainer: TrainerState
  readonly choice: TrainerPreferences
  readonly pattern: ClickPattern
  readonly sound: SoundSettings
}

/** Maximum tempo in bpm in the try-out. It equals the highest possible goal tempo. */
export const TRY_OUT_MAX_BPM = addBpmWithinLimits(MAX_GOAL_BPM, 0, MAX_GOAL_BPM)

/** Initial state of the try-out: 120 bpm, four equal clicks per bar, tempo trainer off. */
export const INITIAL_TRY_OUT_STATE: TryOutState = {
  trainer: createTrainerState(DEFAULT_BPM, TRY_OUT_MAX_BPM),
  choice: parseTrainerPreferences(null),
  pattern: clickPatternFromSettings(null),
  sound: parseSoundSettings(null),
}

const statesOf = new WeakMap<DeviceLibrary, Observable<TryOutState>>()

/**
 * Returns the observable that holds the state of the try-out. The state is kept while the app is open, even if the
 * visitor leaves the screen. It exists only in memory, so that nothing is stored for signed-out visitors (rules SG23,
 * SI8).
 */
export function tryOutStateOf(device: DeviceLibrary): Observable<TryOutState> {
  const state = statesOf.get(device) ?? createObservable(INITIAL_TRY_OUT_STATE)
  statesOf.set(device, state)
  return state
}

/**
 * Returns the state of the try-out with a new tempo, limited to 40 to 208 bpm. The tempo trainer starts again from this
 * tempo.
 */
export const withTryOutTempo = (before: TryOutState, bpm: number): TryOutState => ({
  ...before,
  trainer: createTrainerState(addBpmWithinLimits(bpm, 0, TRY_OUT_MAX_BPM), TRY_OUT_MAX_BPM),
})

/**
 * Returns the state of the try-out with the tempo trainer turned off if it was on. Otherwise, the returned state has
 * the trainer turned on, in the mode that raises the tempo after tries without mistakes.
 */
export const withTrainerToggled = (before: TryOutState): TryOutState => ({
  ...withTryOutTempo(before, before.trainer.tempo),
  choice: { ...before.choice, kind: before.choice.kind === 'off' ? 'clean' : 'off' },
})

/**
 * Returns the tempo in bpm from which the default step of the tempo trainer is computed in the try-out. If the trainer
 * raises the tempo after a number of bars, this is the tempo at which the trainer started; otherwise it is the current
 * tempo. The step is the number of bpm by which the trainer raises the tempo: by default 3.5 % of the returned tempo,
 * rounded to a whole number, and at least 1.
 */
export const tryOutStepBaseTempo = ({ trainer, choice }: TryOutState) =>
  defaultStepBaseTempo(choice, trainer.start, trainer.tempo)

/**
 * Returns the settings of the tempo trainer in the try-out. If the visitor has not chosen a step, uses the default step
 * for the tempo.
 */
export const tryOutTrainerSettings = (current: TryOutState): TrainerSettings =>
  trainerSettingsForTempo(current.choice, tryOutStepBaseTempo(current))
