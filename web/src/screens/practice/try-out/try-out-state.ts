import { patternFromSettings, type ClickPattern } from '#core/music/click-pattern.ts'
import { DEFAULT_BPM, MAX_GOAL_BPM, tempoStepsAway } from '#core/music/tempo.ts'
import {
  parseTrainerChoice,
  startTrainer,
  trainerSettingsAt,
  type Trainer,
  type TrainerChoice,
  type TrainerSettings,
} from '#core/practice/tempo-trainer.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import type { SoundSettings } from '#web/metronome/use-metronome.ts'
import { parseSoundSettings } from '../sound-settings.ts'

/** What a visitor has set in the try-out. */
export type TryOutState = {
  /** Its tempo is the one that is played. */
  readonly trainer: Trainer
  readonly choice: TrainerChoice
  readonly pattern: ClickPattern
  readonly sound: SoundSettings
}

/** The highest tempo of the try-out in bpm, as high as a goal may be. There is no goal below it. */
export const TRY_OUT_MAX_BPM = tempoStepsAway(MAX_GOAL_BPM, 0, MAX_GOAL_BPM)

/** How the try-out begins: 120 bpm, four equal clicks, no trainer. */
export const UNTOUCHED_TRY_OUT: TryOutState = {
  trainer: startTrainer(DEFAULT_BPM, TRY_OUT_MAX_BPM),
  choice: parseTrainerChoice(null),
  pattern: patternFromSettings(null),
  sound: parseSoundSettings(null),
}

/** In memory only: it outlives the screen and not the page, and nothing is stored for a guest (rules SG25, SI8). */
export const tryOutState = createObservable(UNTOUCHED_TRY_OUT)

/** Sets the tempo by hand, within 40 to 208 also where it was tapped outside. The trainer starts from there. */
export const withTempo = (before: TryOutState, bpm: number): TryOutState => ({
  ...before,
  trainer: startTrainer(tempoStepsAway(bpm, 0, TRY_OUT_MAX_BPM), TRY_OUT_MAX_BPM),
})

/** Turns the trainer on, by clean runs, or off. */
export const withTrainerSwitched = (before: TryOutState): TryOutState => ({
  ...withTempo(before, before.trainer.tempo),
  choice: { ...before.choice, kind: before.choice.kind === 'off' ? 'clean' : 'off' },
})

/** Returns the tempo in bpm from which the trainer's own step is derived. */
export const ownStepBase = ({ trainer, choice }: TryOutState) =>
  // By bars the step must not change during a run.
  choice.kind === 'bars' ? trainer.start : trainer.tempo

/** Returns the settings of the trainer at the current tempo. */
export const trainerSettingsOf = (current: TryOutState): TrainerSettings =>
  trainerSettingsAt(current.choice, ownStepBase(current))
