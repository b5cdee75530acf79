import { MAX_SOUNDING_OR_SILENT_BARS, type Part } from '#core/library/piece.ts'
import { MIN_BPM, integerWithinOrNull, type Bpm } from '#core/music/tempo.ts'
import { daysBetweenOrZero, type Day } from '#core/library/day.ts'

/** Raises the tempo by `step` bpm, either every `bars` bars or after `cleans` clean runs in a row. */
export type TrainerStepRule =
  | { readonly kind: 'off' }
  | { readonly kind: 'bars'; readonly step: number; readonly bars: number }
  | { readonly kind: 'clean'; readonly step: number; readonly cleans: number }

export type TrainerState = {
  readonly tempo: Bpm
  readonly inARow: number
  readonly misses: number
  readonly confirmed: Bpm | null
  readonly start: Bpm
  readonly goal: Bpm
  readonly firstAnswer?: { readonly tempo: Bpm; readonly isClean: boolean }
}

export const TRAINER_OFF: TrainerStepRule = { kind: 'off' }

const SMALLEST_STEP = 1
export const MAX_TEMPO_STEP = 8
const DEFAULT_CLEANS = 3
const DEFAULT_BARS = 4
const STEP_SHARE = 0.035
const MISSES_DOWN = 2

/** Returns 3.5 % of the tempo in whole bpm, at least 1 (rule TR2). */
export const defaultStepForTempo = (tempo: Bpm): number =>
  Math.max(SMALLEST_STEP, Math.round(tempo * STEP_SHARE))

/** `start` is the tempo saved for the part, `tempo` the one on the slider (rule TR4). */
export const createTrainerState = (start: Bpm, goal: Bpm, tempo: Bpm = start): TrainerState => ({
  tempo,
  inARow: 0,
  misses: 0,
  confirmed: null,
  start,
  goal,
})

function afterCleanRun(trainer: TrainerState, settings: TrainerStepRule): TrainerState {
  const clean = { ...trainer, inARow: trainer.inARow + 1 }
  if (settings.kind === 'clean' && clean.inARow < settings.cleans) return clean
  const confirmed = { ...clean, confirmed: Math.max(trainer.confirmed ?? 0, trainer.tempo) as Bpm }
  return settings.kind === 'clean' ? withTrainerTempo(confirmed, higher(trainer, settings.step)) : confirmed
}

function afterMissedRun(trainer: TrainerState, settings: TrainerStepRule): TrainerState {
  const missed = { ...trainer, inARow: 0, misses: trainer.misses + 1 }
  if (settings.kind === 'off' || (settings.kind === 'clean' && missed.misses < MISSES_DOWN)) return missed
  return withTrainerTempo(missed, Math.max(MIN_BPM, trainer.tempo - settings.step) as Bpm)
}

/** The run begins at `from`. Bars count from 0; the count-in is bar -1 (rule TR4). */
export function tempoInBar(settings: TrainerStepRule, from: Bpm, goal: Bpm, bar: number): Bpm {
  if (settings.kind !== 'bars' || bar < 0 || from >= goal) return from
  return Math.min(goal, from + Math.floor(bar / settings.bars) * settings.step) as Bpm
}

export const withTrainerTempo = (trainer: TrainerState, tempo: Bpm): TrainerState =>
  tempo === trainer.tempo ? { ...trainer, inARow: 0, misses: 0 } : { ...trainer, tempo, inARow: 0, misses: 0 }

export const trainerTempoToSave = (trainer: TrainerState): Bpm => trainer.confirmed ?? trainer.start

const higher = ({ tempo, goal }: TrainerState, step: number) =>
  (tempo >= goal ? tempo : Math.min(goal, tempo + step)) as Bpm

export type TrainerPreferences = {
  readonly kind: TrainerStepRule['kind']
  /** In bpm; null for the default step, which depends on the tempo (rule TR2). */
  readonly step: number | null
  readonly bars: number
  readonly cleans: number
  readonly last?: 'bars' | 'clean'
}

export const withTrainerKind = (
  choice: TrainerPreferences,
  kind: TrainerPreferences['kind'],
): TrainerPreferences =>
  choice.kind === 'off' ? { ...choice, kind } : { ...choice, kind, last: choice.kind }

export const withTrainerToggled = (choice: TrainerPreferences): TrainerPreferences =>
  withTrainerKind(choice, choice.kind === 'off' ? (choice.last ?? 'clean') : 'off')

export const MAX_CLEAN_RUNS = 10
const NO_CHOICE: TrainerPreferences = { kind: 'off', step: null, bars: DEFAULT_BARS, cleans: DEFAULT_CLEANS }

export function parseTrainerPreferences(kept: unknown): TrainerPreferences {
  if (typeof kept !== 'object' || kept === null) return NO_CHOICE
  const { kind, last, step, bars, cleans } = kept as Record<string, unknown>
  return {
    kind: kind === 'bars' || kind === 'clean' ? kind : 'off',
    step: integerWithinOrNull(step, SMALLEST_STEP, MAX_TEMPO_STEP),
    bars: integerWithinOrNull(bars, 1, MAX_SOUNDING_OR_SILENT_BARS) ?? DEFAULT_BARS,
    cleans: integerWithinOrNull(cleans, 1, MAX_CLEAN_RUNS) ?? DEFAULT_CLEANS,
    ...(last === 'bars' && { last }),
  }
}

/** The default step depends on this tempo. In 'bars' mode it is `start`, so that all steps are equal. */
export const trainerStepReferenceTempo = ({ kind }: TrainerPreferences, start: Bpm, tempo: Bpm): Bpm =>
  kind === 'bars' ? start : tempo

export function trainerStepRuleForTempo(choice: TrainerPreferences, tempo: Bpm): TrainerStepRule {
  if (choice.kind === 'off') return TRAINER_OFF
  const step = choice.step ?? defaultStepForTempo(tempo)
  return choice.kind === 'bars'
    ? { kind: 'bars', step, bars: choice.bars }
    : { kind: 'clean', step, cleans: choice.cleans }
}

export const trainerStateAfterRun = (
  trainer: TrainerState,
  settings: TrainerStepRule,
  isClean: boolean,
): TrainerState => ({
  ...(isClean ? afterCleanRun : afterMissedRun)(trainer, settings),
  firstAnswer: trainer.firstAnswer ?? { tempo: trainer.tempo, isClean },
})

/**
 * Returns null if nothing was rated, if the first rating was not at `part`'s tempo, or if the part was
 * practiced earlier today or never before (FT1). `part` must be as it was before this practice was saved.
 */
export function wasFirstTryOfDayClean(
  trainer: TrainerState | undefined,
  part: Pick<Part, 'currentTempo'>,
  lastPracticed: Day | null,
  today: Day,
): boolean | null {
  const answer = trainer?.firstAnswer
  if (answer === undefined || lastPracticed === null) return null
  const hasRested = daysBetweenOrZero(lastPracticed, today) >= 1
  return hasRested && answer.tempo === part.currentTempo ? answer.isClean : null
}
