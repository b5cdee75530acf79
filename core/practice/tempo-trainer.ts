import { MAX_CONSECUTIVE_BARS, type Part } from '#core/library/piece.ts'
import { MIN_BPM, parseWholeNumber, type Bpm } from '#core/music/tempo.ts'
import { daysBetween, type Day } from '#core/library/day.ts'

/**
 * Settings of the tempo trainer, which raises the tempo step by step during practice. It is off, raises the tempo by
 * `step` bpm after every `bars` bars, or raises it after `cleans` consecutive clean runs (attempts without mistakes).
 */
export type TrainerSettings =
  | { readonly kind: 'off' }
  | { readonly kind: 'bars'; readonly step: number; readonly bars: number }
  | { readonly kind: 'clean'; readonly step: number; readonly cleans: number }

/** State of the tempo trainer for one part. */
export type TrainerState = {
  /** The tempo that is played. */
  readonly tempo: Bpm
  /** Number of consecutive clean runs at this tempo. */
  readonly inARow: number
  /** Number of runs with mistakes since the tempo last changed. */
  readonly misses: number
  /** The highest tempo that was confirmed by enough consecutive clean runs, or null. */
  readonly confirmed: Bpm | null
  /** The current tempo of the part when the trainer started. */
  readonly start: Bpm
  /** The goal tempo of the piece. The trainer never raises the tempo above it. */
  readonly goal: Bpm
  /** The musician's first rating of a run in this step, and the tempo of that run; absent before the first rating. */
  readonly firstAnswer?: { readonly tempo: Bpm; readonly isClean: boolean }
}

export const TRAINER_OFF: TrainerSettings = { kind: 'off' }

const SMALLEST_STEP = 1
export const MAX_TEMPO_STEP = 8
const DEFAULT_CLEANS = 3
const DEFAULT_BARS = 4
/** Steps are 3 to 4 % of the tempo: small enough for the hands, large enough to arrive. */
const STEP_SHARE = 0.035
/** The tempo goes down after this many missed runs at one tempo. */
const MISSES_DOWN = 2

/**
 * Returns the default step in bpm by which the trainer raises the tempo: 3.5 % of `tempo`, rounded to a whole number,
 * at least 1 (rule TR2).
 */
export const defaultTempoStep = (tempo: Bpm): number =>
  Math.max(SMALLEST_STEP, Math.round(tempo * STEP_SHARE))

/**
 * Creates the initial state of the tempo trainer for a part. `start` is the part's current tempo and `goal` its goal
 * tempo. `tempo` is the slider's tempo, with which the trainer begins (rule TR4).
 */
export const createTrainerState = (start: Bpm, goal: Bpm, tempo: Bpm = start): TrainerState => ({
  tempo,
  inARow: 0,
  misses: 0,
  confirmed: null,
  start,
  goal,
})

/**
 * Returns the trainer state after a clean run (attempt without mistakes). If the trainer counts clean runs,
 * `settings.cleans` consecutive ones confirm the tempo and raise it by a step, at most to the goal. If it counts bars,
 * one clean run confirms the tempo, and the tempo does not change here because it rises with the bars. The highest
 * confirmed tempo is kept (rules TR2, TR4).
 */
export function recordCleanRun(trainer: TrainerState, settings: TrainerSettings): TrainerState {
  const clean = { ...trainer, inARow: trainer.inARow + 1 }
  if (settings.kind === 'clean' && clean.inARow < settings.cleans) return clean
  const confirmed = { ...clean, confirmed: Math.max(trainer.confirmed ?? 0, trainer.tempo) as Bpm }
  return settings.kind === 'clean' ? withTrainerTempo(confirmed, higher(trainer, settings.step)) : confirmed
}

/**
 * Returns the trainer state after a missed run (attempt with mistakes). Resets the number of consecutive clean runs. If
 * the trainer counts clean runs, the second miss at a tempo lowers the tempo by a step. If it counts bars, every miss
 * does (rule TR2).
 */
export function recordMissedRun(trainer: TrainerState, settings: TrainerSettings): TrainerState {
  const missed = { ...trainer, inARow: 0, misses: trainer.misses + 1 }
  if (settings.kind === 'off' || (settings.kind === 'clean' && missed.misses < MISSES_DOWN)) return missed
  return withTrainerTempo(missed, Math.max(MIN_BPM, trainer.tempo - settings.step) as Bpm)
}

/**
 * Returns the tempo of a bar in a metronome run that began at the tempo `from`. If the trainer counts bars, the tempo
 * rises by a step after every `settings.bars` bars, up to the goal. Otherwise, the tempo stays the same. Bars are
 * counted from 0; the count-in is bar -1 (rule TR4).
 */
export function tempoInBar(settings: TrainerSettings, from: Bpm, goal: Bpm, bar: number): Bpm {
  if (settings.kind !== 'bars' || bar < 0 || from >= goal) return from
  return Math.min(goal, from + Math.floor(bar / settings.bars) * settings.step) as Bpm
}

/** Returns the state with a new tempo, at which the counts of runs start again (rule TR4). */
export const withTrainerTempo = (trainer: TrainerState, tempo: Bpm): TrainerState =>
  tempo === trainer.tempo ? { ...trainer, inARow: 0, misses: 0 } : { ...trainer, tempo, inARow: 0, misses: 0 }

/** Returns the highest confirmed tempo, or the tempo at the start if there is none (rule TR4). */
export const trainerTempoToSave = (trainer: TrainerState): Bpm => trainer.confirmed ?? trainer.start

/** Returns the tempo one step up, but not past the goal. A tempo past the goal stays. */
const higher = ({ tempo, goal }: TrainerState, step: number) =>
  (tempo >= goal ? tempo : Math.min(goal, tempo + step)) as Bpm

/** The user's stored preferences for the tempo trainer, for all parts. */
export type TrainerPreferences = {
  readonly kind: TrainerSettings['kind']
  /** Step in bpm; null for the default step, which depends on the tempo (rule TR2). */
  readonly step: number | null
  readonly bars: number
  readonly cleans: number
}

export const MAX_CLEAN_RUNS = 10
const NO_CHOICE: TrainerPreferences = { kind: 'off', step: null, bars: DEFAULT_BARS, cleans: DEFAULT_CLEANS }

/** Parses the stored preferences. Replaces missing or invalid values by their defaults (rule TR2). */
export function parseTrainerPreferences(kept: unknown): TrainerPreferences {
  if (typeof kept !== 'object' || kept === null) return NO_CHOICE
  const { kind, step, bars, cleans } = kept as Record<string, unknown>
  return {
    kind: kind === 'bars' || kind === 'clean' ? kind : 'off',
    step: parseWholeNumber(step, SMALLEST_STEP, MAX_TEMPO_STEP),
    bars: parseWholeNumber(bars, 1, MAX_CONSECUTIVE_BARS) ?? DEFAULT_BARS,
    cleans: parseWholeNumber(cleans, 1, MAX_CLEAN_RUNS) ?? DEFAULT_CLEANS,
  }
}

/**
 * Returns the tempo in bpm from which the trainer's default step is computed. This is usually the current tempo
 * (`tempo`). If the trainer counts bars, it is the tempo at the start of the run (`start`), because the step must not
 * change during a run.
 */
export const defaultStepBaseTempo = ({ kind }: TrainerPreferences, start: Bpm, tempo: Bpm): Bpm =>
  kind === 'bars' ? start : tempo

/** Converts preferences to settings, with the default step for `tempo` if none was chosen (rule TR2). */
export function trainerSettingsForTempo(choice: TrainerPreferences, tempo: Bpm): TrainerSettings {
  if (choice.kind === 'off') return TRAINER_OFF
  const step = choice.step ?? defaultTempoStep(tempo)
  return choice.kind === 'bars'
    ? { kind: 'bars', step, bars: choice.bars }
    : { kind: 'clean', step, cleans: choice.cleans }
}

/** Returns the state `after` a rating with the first rating of the step, which stays (rule FT1). */
export const recordFirstRating = (
  before: TrainerState,
  after: TrainerState,
  isClean: boolean,
): TrainerState => ({
  ...after,
  firstAnswer: before.firstAnswer ?? { tempo: before.tempo, isClean },
})

/**
 * Returns whether the musician's first attempt at a part today was clean (without mistakes). This is the attempt that
 * was rated first in the current step. Returns null if no attempt was rated, if the first one was not played at the
 * part's saved tempo, or if the part was not last practiced on an earlier day (rule FT1).
 *
 * @param part the part before the tempo of this step is saved
 */
export function wasFirstTryClean(
  trainer: TrainerState | undefined,
  part: Pick<Part, 'currentTempo'>,
  lastPracticed: Day | null,
  today: Day,
): boolean | null {
  const answer = trainer?.firstAnswer
  if (answer === undefined || lastPracticed === null) return null
  const hasRested = daysBetween(lastPracticed, today) >= 1
  return hasRested && answer.tempo === part.currentTempo ? answer.isClean : null
}
