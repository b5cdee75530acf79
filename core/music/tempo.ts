declare const bpm: unique symbol
/**
 * A tempo in whole beats per minute, 40 to 228. Values of this type come from parseBpm or parseGoalTempo, which
 * validate them.
 */
export type Bpm = number & { readonly [bpm]: true }

/** Minimum tempo in bpm, for goals and for practice (rule TE1). */
export const MIN_BPM = 40
/** Maximum tempo in bpm that can be set as a goal or typed (rule TE1). */
export const MAX_GOAL_BPM = 208
/**
 * Number of bpm by which a practiced tempo may exceed the goal tempo, and by which the tempo slider in practice extends
 * past the goal (rule TE1).
 */
const OVERSHOOT_BPM = 20
/** Maximum tempo in bpm that can be reached in practice: the maximum goal plus OVERSHOOT_BPM (rule TE1). */
export const MAX_BPM = MAX_GOAL_BPM + OVERSHOOT_BPM

/**
 * Parses a tempo that can be played or reached in practice, 40 to 228. Returns null for anything else (spec 9, rule
 * TE1).
 */
export const parseBpm = (input: unknown) => within(input, MAX_BPM)

/** Parses a tempo that can be typed or set as a goal, 40 to 208. Returns null for anything else (spec 5, rule TE1). */
export const parseGoalTempo = (input: unknown) => within(input, MAX_GOAL_BPM)

/** The metronome's tempo in bpm until the user sets one, and the initial value of an empty tempo field (spec 9). */
export const DEFAULT_BPM = 120 as Bpm

/**
 * Returns the maximum of the practice slider in bpm: 20 above the goal, or the current tempo if that is higher, but at
 * most 228. The current tempo can be higher after the goal was lowered (rule TE1).
 */
export function maxSliderTempo(part: { endTempo: Bpm; currentTempo: Bpm }): Bpm {
  return Math.min(MAX_BPM, Math.max(part.endTempo + OVERSHOOT_BPM, part.currentTempo)) as Bpm
}

/**
 * Adds `steps` bpm to a tempo, as the buttons − and + do. Rounds the result to a whole number and limits it to 40 to
 * `fastest`.
 */
export function addBpmWithinLimits(tempo: number, steps: number, fastest: number): Bpm {
  return Math.max(MIN_BPM, Math.min(fastest, Math.round(tempo + steps))) as Bpm
}

const within = (input: unknown, fastest: number) => parseWholeNumber(input, MIN_BPM, fastest) as Bpm | null

/** Returns `input` if it is a whole number from `least` to `most`. Returns null for anything else. */
export const parseWholeNumber = (input: unknown, least: number, most: number): number | null =>
  typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most ? input : null
