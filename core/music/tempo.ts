declare const bpm: unique symbol
/** Whole beats per minute, 40 to 228. Made by `parseBpm` and `parseGoalBpm`. */
export type Bpm = number & { readonly [bpm]: true }

export const MIN_BPM = 40
export const MAX_GOAL_BPM = 208
const OVERSHOOT_BPM = 20
export const MAX_BPM = MAX_GOAL_BPM + OVERSHOOT_BPM

export const parseBpm = (input: unknown) => within(input, MAX_BPM)

export const parseGoalBpm = (input: unknown) => within(input, MAX_GOAL_BPM)

export const DEFAULT_BPM = 120 as Bpm

export function maxSliderTempo(part: { endTempo: Bpm; currentTempo: Bpm }): Bpm {
  return Math.min(MAX_BPM, Math.max(part.endTempo + OVERSHOOT_BPM, part.currentTempo)) as Bpm
}

export function addBpmWithinLimits(tempo: number, steps: number, fastest: number): Bpm {
  return Math.max(MIN_BPM, Math.min(fastest, Math.round(tempo + steps))) as Bpm
}

const within = (input: unknown, fastest: number) => integerWithinOrNull(input, MIN_BPM, fastest) as Bpm | null

export const integerWithinOrNull = (input: unknown, least: number, most: number): number | null =>
  typeof input === 'number' && Number.isInteger(input) && input >= least && input <= most ? input : null
