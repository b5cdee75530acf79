import { MAX_SOUNDING_OR_SILENT_BARS, type Part } from '#core/library/piece.ts'
import { MIN_BPM, parseIntegerWithin, type Bpm } from '#core/music/tempo.ts'
import { daysBetween, type Day } from '#core/library/day.ts'

/** Raises the tempo by `step` bpm after every `bars` bars, or after `cleans` consecutive runs without mistakes. */
export type TrainerSettings =
  | { readonly kind: 'off' }
  | { readonly kind: 'bars'; readonly step: number; readonly bars: number }
  | { readonly kind: 'clean'; readonly step: number; readonly cleans: number }

export type TrainerState = {
  readonly tempo: Bpm
  /** Clean runs in a row at this tempo. */
  readonly inARow: number
  /** Missed runs since the tempo last changed. */
  readonly misses: number
  readonly confirmed: Bpm | null
  /** The part's tempo when the trainer started. */
  readonly start: Bpm
  readonly goal: Bpm
  /** The first rating in this step, and the tempo of that run. */
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

/** 3.5 % in whole bpm, at least 1 (rule TR2). */
export const defaultStepForTempo = (tempo: Bpm): number =>
  Math.max(SMALLEST_STEP, Math.round(tempo * STEP_SHARE))

/** `tempo` is the slider's, with which the trainer begins (rule TR4). */
export const createTrainerState = (start: Bpm, goal: Bpm, tempo: Bpm = start): TrainerState => ({
  tempo,
  inARow: 0,
  misses: 0,
  confirmed: null,
  start,
  goal,
})

/**
 * If the trainer counts clean runs, `settings.cleans` in a row confirm the tempo and raise it by a step, at
 * most to the goal. If it counts bars, one run confirms the tempo, which rises with the bars (TR2, TR4).
 */
function afterCleanRun(trainer: TrainerState, settings: TrainerSettings): TrainerState {
  const clean = { ...trainer, inARow: trainer.inARow + 1 }
  if (settings.kind === 'clean' && clean.inARow < settings.cleans) return clean
  const confirmed = { ...clean, confirmed: Math.max(trainer.confirmed ?? 0, trainer.tempo) as Bpm }
  return settings.kind === 'clean' ? withTrainerTempo(confirmed, higher(trainer, settings.step)) : confirmed
}

/** Lowers the tempo by a step after each miss or, if the trainer counts clean runs, every second (TR2). */
function afterMissedRun(trainer: TrainerState, settings: TrainerSettings): TrainerState {
  const missed = { ...trainer, inARow: 0, misses: trainer.misses + 1 }
  if (settings.kind === 'off' || (settings.kind === 'clean' && missed.misses < MISSES_DOWN)) return missed
  return withTrainerTempo(missed, Math.max(MIN_BPM, trainer.tempo - settings.step) as Bpm)
}

/** The tempo in `bar` of a run that began at tempo `from`. Bars count from 0; the count-in is -1 (TR4). */
export function tempoInBar(settings: TrainerSettings, from: Bpm, goal: Bpm, bar: number): Bpm {
  if (settings.kind !== 'bars' || bar < 0 || from >= goal) return from
  return Math.min(goal, from + Math.floor(bar / settings.bars) * settings.step) as Bpm
}

/** At a new tempo the counts of runs start again (rule TR4). */
export const withTrainerTempo = (trainer: TrainerState, tempo: Bpm): TrainerState =>
  tempo === trainer.tempo ? { ...trainer, inARow: 0, misses: 0 } : { ...trainer, tempo, inARow: 0, misses: 0 }

export const trainerTempoToSave = (trainer: TrainerState): Bpm => trainer.confirmed ?? trainer.start

const higher = ({ tempo, goal }: TrainerState, step: number) =>
  (tempo >= goal ? tempo : Math.min(goal, tempo + step)) as Bpm

/** What the user has chosen for all parts. */
export type TrainerPreferences = {
  readonly kind: TrainerSettings['kind']
  /** Step in bpm; null for the default step, which depends on the tempo (rule TR2). */
  readonly step: number | null
  readonly bars: number
  readonly cleans: number
  /** The kind that was chosen before the trainer was switched off. */
  readonly last?: 'bars' | 'clean'
}

export const withTrainerKind = (
  choice: TrainerPreferences,
  kind: TrainerPreferences['kind'],
): TrainerPreferences =>
  choice.kind === 'off' ? { ...choice, kind } : { ...choice, kind, last: choice.kind }

/** Switches the trainer off, or on as it was before; the first time it counts clean runs. */
export const withTrainerToggled = (choice: TrainerPreferences): TrainerPreferences =>
  withTrainerKind(choice, choice.kind === 'off' ? (choice.last ?? 'clean') : 'off')

export const MAX_CLEAN_RUNS = 10
const NO_CHOICE: TrainerPreferences = { kind: 'off', step: null, bars: DEFAULT_BARS, cleans: DEFAULT_CLEANS }

/** Missing and invalid values get their defaults (rule TR2). */
export function parseTrainerPreferences(kept: unknown): TrainerPreferences {
  if (typeof kept !== 'object' || kept === null) return NO_CHOICE
  const { kind, last, step, bars, cleans } = kept as Record<string, unknown>
  return {
    kind: kind === 'bars' || kind === 'clean' ? kind : 'off',
    step: parseIntegerWithin(step, SMALLEST_STEP, MAX_TEMPO_STEP),
    bars: parseIntegerWithin(bars, 1, MAX_SOUNDING_OR_SILENT_BARS) ?? DEFAULT_BARS,
    cleans: parseIntegerWithin(cleans, 1, MAX_CLEAN_RUNS) ?? DEFAULT_CLEANS,
    ...(last === 'bars' && { last }),
  }
}

/** The tempo from which the default step is computed; by bars, the start's, so that a run keeps its step. */
export const trainerStepReferenceTempo = ({ kind }: TrainerPreferences, start: Bpm, tempo: Bpm): Bpm =>
  kind === 'bars' ? start : tempo

export function trainerSettingsForTempo(choice: TrainerPreferences, tempo: Bpm): TrainerSettings {
  if (choice.kind === 'off') return TRAINER_OFF
  const step = choice.step ?? defaultStepForTempo(tempo)
  return choice.kind === 'bars'
    ? { kind: 'bars', step, bars: choice.bars }
    : { kind: 'clean', step, cleans: choice.cleans }
}

/** The state after a run that was clean or missed. The first rating of a step is kept (rule FT1). */
export const trainerStateAfterRun = (
  trainer: TrainerState,
  settings: TrainerSettings,
  isClean: boolean,
): TrainerState => ({
  ...(isClean ? afterCleanRun : afterMissedRun)(trainer, settings),
  firstAnswer: trainer.firstAnswer ?? { tempo: trainer.tempo, isClean },
})

/**
 * Whether the first run that was rated in this step was clean; null if none was, if it was not at the saved tempo, or
 * if the part has not rested for a day (rule FT1).
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
