import { MOST_BARS } from './piece.ts'
import { SLOWEST, type Bpm } from './tempo.ts'
import { wholeNumber } from './whole-number.ts'

/** How the tempo climbs: not at all, by `step` bpm every so many bars, or after so many clean runs in a row. */
export type TrainerSettings =
  | { readonly kind: 'off' }
  | { readonly kind: 'bars'; readonly step: number; readonly bars: number }
  | { readonly kind: 'clean'; readonly step: number; readonly cleans: number }

/** One part's climb. */
export type Trainer = {
  /** What the click plays. */
  readonly tempo: Bpm
  /** Clean runs in a row at this tempo. */
  readonly inARow: number
  /** Misses since the tempo last changed. */
  readonly misses: number
  /** The highest tempo the musician called clean. */
  readonly highestClean: Bpm | null
  /** What the musician's own hand chose since the last clean run: it counts before the climb. */
  readonly chosen: Bpm | null
  /** The current tempo of the part when the climb began. */
  readonly start: Bpm
  /** The tempo of the piece's goal: the climb never goes past it. */
  readonly goal: Bpm
}

export const TRAINER_OFF: TrainerSettings = { kind: 'off' }

/** bpm per step, 1 to 8. */
const SMALLEST_STEP = 1
export const LARGEST_STEP = 8
const DEFAULT_CLEANS = 3
const DEFAULT_BARS = 4
const STEPS_TO_GOAL = 10
/** So many misses at one tempo, and it was too fast. */
const MISSES_DOWN = 2

/** The step a part begins with: about ten of them to the goal, 1 to 8 bpm each (rule TR1). */
export function defaultStep({ currentTempo, endTempo }: { currentTempo: Bpm; endTempo: Bpm }): number {
  const distance = Math.max(0, endTempo - currentTempo)
  return Math.max(SMALLEST_STEP, Math.min(LARGEST_STEP, Math.ceil(distance / STEPS_TO_GOAL)))
}

/** A climb that begins at a part's current tempo, or where its slider was moved to before (rule TR6). */
export const startedTrainer = (start: Bpm, goal: Bpm, tempo: Bpm = start): Trainer => ({
  tempo,
  inARow: 0,
  misses: 0,
  highestClean: null,
  chosen: tempo === start ? null : tempo,
  start,
  goal,
})

/**
 * After a run the musician calls clean: this tempo is confirmed, and with enough of them in a row the next step is
 * taken. Where the climb goes by bars, or is off, a clean run only confirms (rules TR2, TR4).
 */
export function afterClean(trainer: Trainer, settings: TrainerSettings): Trainer {
  const highestClean = Math.max(trainer.highestClean ?? 0, trainer.tempo) as Bpm
  const confirmed = { ...trainer, highestClean, chosen: null, inARow: trainer.inARow + 1 }
  if (settings.kind !== 'clean' || confirmed.inARow < settings.cleans) return confirmed
  return atTempo(confirmed, higher(trainer, settings.step))
}

/**
 * After a run with mistakes: the row is broken, and the second one at a tempo takes a step down. Where the climb goes
 * by bars each of them does, since it would go on upwards (rule TR3).
 */
export function afterMiss(trainer: Trainer, settings: TrainerSettings): Trainer {
  const missed = { ...trainer, inARow: 0, misses: trainer.misses + 1 }
  if (settings.kind === 'off' || (settings.kind === 'clean' && missed.misses < MISSES_DOWN)) return missed
  return atTempo(missed, Math.max(SLOWEST, trainer.tempo - settings.step) as Bpm)
}

/**
 * The tempo that is played from bar `bar` of a run on, the run having begun with `from` in bar 0: a step more after
 * every so many bars, up to the goal; the count-in is bar -1 (rule TR5).
 */
export function tempoInBar(settings: TrainerSettings, from: Bpm, goal: Bpm, bar: number): Bpm {
  if (settings.kind !== 'bars' || bar < 0 || from >= goal) return from
  return Math.min(goal, from + Math.floor(bar / settings.bars) * settings.step) as Bpm
}

/** The climb went on to `tempo`: what was counted at the one before is over. */
export const atTempo = (trainer: Trainer, tempo: Bpm): Trainer =>
  tempo === trainer.tempo ? { ...trainer, inARow: 0, misses: 0 } : { ...trainer, tempo, inARow: 0, misses: 0 }

/** The musician moved the slider: the climb goes on from there, and this is what is offered (rule TR6). */
export const byHand = (trainer: Trainer, tempo: Bpm): Trainer => ({
  ...atTempo(trainer, tempo),
  chosen: tempo,
})

/** The tempo offered for saving: the musician's own choice, else the highest clean one, else the old (rules TR4, TR6). */
export const offeredTempo = (trainer: Trainer): Bpm => trainer.chosen ?? trainer.highestClean ?? trainer.start

/** A step up, but not past the goal; who is past it already stays there. */
const higher = ({ tempo, goal }: Trainer, step: number) =>
  (tempo >= goal ? tempo : Math.min(goal, tempo + step)) as Bpm

/** What a musician chose for all parts: the kind of climb, and a step of their own where that of TR1 does not suit. */
export type TrainerChoice = {
  readonly kind: TrainerSettings['kind']
  /** bpm; null: about ten steps to the goal, whatever the part. */
  readonly step: number | null
  readonly bars: number
  readonly cleans: number
}

export const MOST_CLEANS = 10
const NO_CHOICE: TrainerChoice = { kind: 'off', step: null, bars: DEFAULT_BARS, cleans: DEFAULT_CLEANS }

/** A choice as it was kept; what is missing or out of its range is off and as delivered (rule TR8). */
export function parseTrainerChoice(kept: unknown): TrainerChoice {
  if (typeof kept !== 'object' || kept === null) return NO_CHOICE
  const { kind, step, bars, cleans } = kept as Record<string, unknown>
  return {
    kind: kind === 'bars' || kind === 'clean' ? kind : 'off',
    step: wholeNumber(step, SMALLEST_STEP, LARGEST_STEP),
    bars: wholeNumber(bars, 1, MOST_BARS) ?? DEFAULT_BARS,
    cleans: wholeNumber(cleans, 1, MOST_CLEANS) ?? DEFAULT_CLEANS,
  }
}

/** The settings of a choice for one part (rules TR1, TR8). */
export function trainerFor(
  choice: TrainerChoice,
  part: { currentTempo: Bpm; endTempo: Bpm },
): TrainerSettings {
  if (choice.kind === 'off') return TRAINER_OFF
  const step = choice.step ?? defaultStep(part)
  return choice.kind === 'bars'
    ? { kind: 'bars', step, bars: choice.bars }
    : { kind: 'clean', step, cleans: choice.cleans }
}
