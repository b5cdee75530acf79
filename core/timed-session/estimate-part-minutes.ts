import type { PracticePart } from '#core/practice/priority.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { clamp } from './clamp.ts'
import { medianOf } from './median.ts'

/** A practice entry whose duration was measured. */
export type MeasuredPracticeEntry = {
  readonly tempo: Bpm
  /** The practiced time in seconds. */
  readonly seconds: number
  /** The time in seconds that was planned for the part; null outside a timed session. */
  readonly plannedSeconds: number | null
}

/**
 * Minimum minutes that a timed session plans for a part in one round, which is one pass through all parts (rule TS2).
 */
export const MIN_MINUTES_PER_PART = 2
/**
 * Maximum minutes that a timed session plans for a part in one round, which is one pass through all parts (rule TS2).
 */
export const MAX_MINUTES_PER_PART = 12

// A part at its goal wants to be kept, one that is nearly there to be finished, any other to be worked on.
const MINUTES_AT_GOAL = 3
const MINUTES_NEAR_GOAL = 5
const MINUTES_BELOW = 8
const NEAR_GOAL_PERCENT = 85

/** So many of the newest timed entries count, and from so many on they say something. */
const ENTRIES_COUNTED = 5
const ENTRIES_NEEDED = 3

/**
 * Estimates the whole minutes that a part needs, 2 to 12. The base value is 3 minutes if the part has reached its goal
 * tempo, 5 from 85 % of the goal tempo, and 8 below. If at least three entries were measured, the base value is
 * multiplied by the median ratio of actual to planned time in the last five. This ratio is limited to 0.5 to 2 (rule
 * TS2).
 *
 * @param entries the entries of the part whose time was measured, oldest first
 */
export function estimatePartMinutes(part: PracticePart, entries: readonly MeasuredPracticeEntry[]): number {
  const lately = entries.slice(-ENTRIES_COUNTED)
  const ratios = lately.map(
    ({ tempo, seconds, plannedSeconds }) =>
      seconds / (plannedSeconds ?? 60 * minutesAt(tempo, part.endTempo)),
  )
  const factor = ratios.length < ENTRIES_NEEDED ? 1 : clamp(medianOf(ratios), 0.5, 2)
  return clamp(
    Math.round(minutesAt(part.currentTempo, part.endTempo) * factor),
    MIN_MINUTES_PER_PART,
    MAX_MINUTES_PER_PART,
  )
}

function minutesAt(tempo: Bpm, goal: Bpm): number {
  if (tempo >= goal) return MINUTES_AT_GOAL
  return 100 * tempo >= NEAR_GOAL_PERCENT * goal ? MINUTES_NEAR_GOAL : MINUTES_BELOW
}
