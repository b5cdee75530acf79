import { wholeNumber } from './whole-number.ts'

declare const bpm: unique symbol
/** Whole beats per minute, 40 to 228. Make one with parseBpm or parseGoal. */
export type Bpm = number & { readonly [bpm]: true }

export const SLOWEST = 40
export const FASTEST_GOAL = 208
// The practice slider runs past the goal, so that a musician can overshoot it.
export const OVERSHOOT = 20
export const FASTEST = FASTEST_GOAL + OVERSHOOT

/** A tempo that can be played and reached in practice, 40 to 228, or null (spec 9, rule TE2). */
export const parseBpm = (input: unknown) => within(input, FASTEST)

/** A tempo that can be typed or aimed at, 40 to 208, or null (spec 5, rule TE1). */
export const parseGoal = (input: unknown) => within(input, FASTEST_GOAL)

/** What the click plays until it is told otherwise (spec 9). */
export const DEFAULT_TEMPO = 120 as Bpm

/**
 * The last position of the practice slider: 20 bpm past the goal, or the current tempo where that is higher,
 * because a goal may have been lowered and an untouched slider must never change a tempo (rule TE3).
 */
export function fastestOnSlider(part: { endTempo: Bpm; currentTempo: Bpm }): Bpm {
  return Math.min(FASTEST, Math.max(part.endTempo + OVERSHOOT, part.currentTempo)) as Bpm
}

/** The tempo `steps` bpm away, whole and kept between the slowest and the given fastest (the buttons − and +). */
export function stepped(tempo: number, steps: number, fastest: number): Bpm {
  return Math.max(SLOWEST, Math.min(fastest, Math.round(tempo + steps))) as Bpm
}

const within = (input: unknown, fastest: number) => wholeNumber(input, SLOWEST, fastest) as Bpm | null
