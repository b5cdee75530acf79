import type { PracticePart } from '#core/practice/priority.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { clamp } from './clamp.ts'

/** A practice entry whose time was counted. */
export type TimedEntry = {
  readonly tempo: Bpm
  /** Seconds that the part took. */
  readonly seconds: number
  /** Seconds that were planned for it; null if the session had no times. */
  readonly plannedSeconds: number | null
}

/** The fewest minutes that a part gets in one round of a timed session (rule TS2). */
export const LEAST_MINUTES = 2
/** The most minutes that a part gets in one round of a timed session (rule TS2). */
export const MOST_MINUTES = 12

// A part at its goal wants to be kept, one that is nearly there to be finished, any other to be worked on.
const MINUTES_AT_GOAL = 3
const MINUTES_NEAR_GOAL = 5
const MINUTES_BELOW = 8
const NEAR_GOAL_PERCENT = 85

/** So many of the newest timed entries count, and from so many on they say something. */
const ENTRIES_COUNTED = 5
const ENTRIES_NEEDED = 3

/**
 * Returns the whole minutes, 2 to 12, that a part usually takes: by its distance from the goal, times the median of how
 * much longer or shorter than planned it took lately, between half and twice (rule TS2).
 *
 * @param entries the timed entries of the part, oldest first
 */
export function usualMinutes(part: PracticePart, entries: readonly TimedEntry[]): number {
  const lately = entries.slice(-ENTRIES_COUNTED)
  const ratios = lately.map(
    ({ tempo, seconds, plannedSeconds }) =>
      seconds / (plannedSeconds ?? 60 * minutesAt(tempo, part.endTempo)),
  )
  const factor = ratios.length < ENTRIES_NEEDED ? 1 : clamp(median(ratios), 0.5, 2)
  return clamp(Math.round(minutesAt(part.currentTempo, part.endTempo) * factor), LEAST_MINUTES, MOST_MINUTES)
}

function minutesAt(tempo: Bpm, goal: Bpm): number {
  if (tempo >= goal) return MINUTES_AT_GOAL
  return 100 * tempo >= NEAR_GOAL_PERCENT * goal ? MINUTES_NEAR_GOAL : MINUTES_BELOW
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const lower = sorted.length % 2 === 1 ? upper : upper - 1
  return ((sorted[lower] ?? 1) + (sorted[upper] ?? 1)) / 2
}
