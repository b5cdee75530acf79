declare const bpm: unique symbol
/** Whole beats per minute, 40 to 228. Made by parseBpm and parseGoalTempo. */
export type Bpm = number & { readonly [bpm]: true }

export const MIN_BPM = 40
/** The highest tempo that a user can type or set as a goal (rule TE1). */
export const MAX_GOAL_BPM = 208
/** How many bpm above the goal the slider ends (rule TE1). */
const OVERSHOOT_BPM = 20
export const MAX_BPM = MAX_GOAL_BPM + OVERSHOOT_BPM

/** Accepts tempos that can be played, 40 to 228; returns null for anything else (spec 9, rule TE1). */
export const parseBpm = (input: unknown) => within(input, MAX_BPM)

/** Accepts goals and typed tempos, 40 to 208; returns null for anything else (spec 5, rule TE1). */
export const parseGoalTempo = (input: unknown) => within(input, MAX_GOAL_BPM)

/** The tempo before the user sets one (spec 9). */
export const DEFAULT_BPM = 120 as Bpm

/** 20 bpm above the goal, at most 228; or the current tempo if that is higher (rule TE1). */
export function maxSliderTempo(part: { endTempo: Bpm; currentTempo: Bpm }): Bpm {
  return Math.min(MAX_BPM, Math.max(part.endTempo + OVERSHOOT_BPM, part.currentTempo)) as Bpm
}

/** Returns whole bpm, from 40 to `fastest`. */
export function addBpmWithinLimits(tempo: number, steps: number, fastest: number): Bpm {
  return Math.max(MIN_BPM, Math.min(fastest, Math.round(tempo + steps))) as Bpm
}

const within = (input: unknown, fastest: number) => parseIntegerWithin(input, MIN_BPM, fastest) as Bpm | null

/** Returns null unless `input` is a whole number from `least` to `most`. */
export const parseIntegerWithin = (input: unknown, least: number, most: number): number | null =>
  typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most ? input : null
