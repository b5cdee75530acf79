import { type ClickPattern, clickPatternFromSettings } from '#core/music/click-pattern.ts'
import { addBpmWithinLimits, DEFAULT_BPM, MAX_GOAL_BPM } from '#core/music/tempo.ts'
import {
  createTrainerState,
  trainerStepReferenceTempo,
  parseTrainerPreferences,
  type TrainerPreferences,
  type TrainerStepRule,
  trainerStepRuleForTempo,
  type TrainerState,
  withTrainerToggled,
} from '#core/practice/tempo-trainer.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import type { LibraryServices } from '#web/store/library-services.ts'
import { parseSoundSettings } from './sound-settings.ts'

export type MetronomeTryOutState = {
  readonly trainer: TrainerState
  readonly choice: TrainerPreferences
  readonly pattern: ClickPattern
  readonly sound: SoundSettings
}

export const TRY_OUT_MAX_BPM = addBpmWithinLimits(MAX_GOAL_BPM, 0, MAX_GOAL_BPM)

export const INITIAL_TRY_OUT_STATE: MetronomeTryOutState = {
  trainer: createTrainerState(DEFAULT_BPM, TRY_OUT_MAX_BPM),
  choice: parseTrainerPreferences(null),
  pattern: clickPatternFromSettings(null),
  sound: parseSoundSettings(null),
}

const statesOf = new WeakMap<LibraryServices, Observable<MetronomeTryOutState>>()

/** Kept in memory only, so that nothing is stored for signed-out visitors (rule SG23). */
export function observableTryOutState(device: LibraryServices): Observable<MetronomeTryOutState> {
  const state = statesOf.get(device) ?? createObservable(INITIAL_TRY_OUT_STATE)
  statesOf.set(device, state)
  return state
}

export const withTryOutRestartedAtTempo = (
  before: MetronomeTryOutState,
  bpm: number,
): MetronomeTryOutState => ({
  ...before,
  trainer: createTrainerState(addBpmWithinLimits(bpm, 0, TRY_OUT_MAX_BPM), TRY_OUT_MAX_BPM),
})

export const withTryOutTrainerToggled = (before: MetronomeTryOutState): MetronomeTryOutState => ({
  ...withTryOutRestartedAtTempo(before, before.trainer.tempo),
  choice: withTrainerToggled(before.choice),
})

export const tempoForTryOutStepSize = ({ trainer, choice }: MetronomeTryOutState) =>
  trainerStepReferenceTempo(choice, trainer.start, trainer.tempo)

export const trainerSettingsFromTryOut = (current: MetronomeTryOutState): TrainerStepRule =>
  trainerStepRuleForTempo(current.choice, tempoForTryOutStepSize(current))
