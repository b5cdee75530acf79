import { IMPORTANCE_LEVELS, type Importance } from '#core/library/piece.ts'

// A musician who practices for months within milliseconds, to compare orders of practice. All numbers are assumptions:
// they say which order is better for such a musician, not how fast anybody learns. Days are counted from the start.

/** A part as the simulated musician masters it. Modified by practicePart. */
export type SimulatedPart = {
  readonly index: number
  /** Which piece it belongs to, from 0. */
  readonly piece: number
  /** Bpm. */
  readonly goal: number
  readonly importance: Importance
  /** How fast it is learned; 1 is ordinary. */
  readonly ease: number
  /** The highest mastery that can be reached. Above 1 for most parts; some stay below their goal. */
  readonly ceiling: number
  /** Share of the goal tempo that is commanded when warmed up. */
  mastery: number
  /** How slowly it is forgotten, days. */
  stability: number
  /** The last day with practice; 0 and less is before the start. */
  lastDay: number
  /** The tempo saved last, bpm. */
  savedTempo: number
}

/** Creates a random number generator from 0 to below 1 (mulberry32). Equal seeds give equal numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Share of the mastery that a part without retention loses. */
const FORGETTABLE_SHARE = 0.4
/** Practice time that covers 63 percent of a sitting's learning, minutes. */
const LEARNING_MINUTES = 6
/** Practice time that brings back 63 percent of what was forgotten, minutes. */
const WARM_UP_MINUTES = 2
/** Share of the way to the ceiling that a long sitting gains. */
const GAIN = 0.08
/** How much a sitting slows forgetting down when everything was forgotten. */
const STABILITY_GAIN = 3
/** Standard deviation of the tempo that a musician takes for the commanded one, as a share. */
const TEMPO_NOISE = 0.02
const LEAST_TEMPO = 40

/** Creates parts at 40 to 100 percent of their goals, practiced within the last three weeks. */
export function simulatedLibrary(seed: number, count: number): SimulatedPart[] {
  const random = seededRandom(seed)
  const partsPerPiece = count <= 12 ? 3 : 5
  const importances = Array.from(
    { length: Math.ceil(count / partsPerPiece) },
    () => IMPORTANCE_LEVELS[Math.floor(5 * random())] ?? 3,
  )
  return Array.from({ length: count }, (_, index) => {
    const piece = Math.floor(index / partsPerPiece)
    const goal = Math.round(80 + 100 * random())
    const mastery = 0.4 + 0.6 * random()
    return {
      index,
      piece,
      goal,
      importance: importances[piece] ?? 3,
      ease: Math.exp(0.35 * normal(random) - 0.06),
      ceiling: random() < 0.15 ? 0.75 + 0.2 * random() : 1.15,
      mastery,
      stability: 2 + 8 * random(),
      lastDay: -Math.floor(21 * random()),
      savedTempo: between(LEAST_TEMPO, goal, Math.round(goal * mastery)),
    }
  })
}

/** Returns the share of the goal tempo that the musician can play on a day without warming up. */
export const unrehearsedMastery = (part: SimulatedPart, day: number): number =>
  part.mastery * (1 - FORGETTABLE_SHARE * (1 - retention(part, day)))

/** Practices a part for these minutes and saves the tempo that the musician believes to master. */
export function practicePart(part: SimulatedPart, day: number, minutes: number, random: () => number): void {
  const retained = retention(part, day)
  const cold = unrehearsedMastery(part, day)
  const learned = 1 - Math.exp(-minutes / LEARNING_MINUTES)
  const recovered = 1 - Math.exp(-minutes / WARM_UP_MINUTES)
  const warm = cold + (part.mastery - cold) * recovered
  part.mastery = warm + GAIN * part.ease * learned * recovered * Math.max(0, part.ceiling - warm)
  part.stability = between(1, 365, part.stability * (1 + STABILITY_GAIN * learned * (1 - retained)))
  part.lastDay = day
  const believed = part.goal * part.mastery * (1 + TEMPO_NOISE * normal(random))
  part.savedTempo = between(LEAST_TEMPO, Math.round(1.05 * part.goal), Math.round(believed))
}

const retention = ({ lastDay, stability }: SimulatedPart, day: number) =>
  1 / (1 + Math.max(0, day - lastDay) / (9 * stability))

const between = (least: number, most: number, value: number) => Math.max(least, Math.min(most, value))

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
