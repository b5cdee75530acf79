import type { PracticePart } from '#core/practice/priority.ts'
import type { Bpm } from '#core/music/tempo.ts'

export type MeasuredPracticeEntry = {
  readonly tempo: Bpm
  readonly seconds: number
  /** Null for practice outside a timed session. */
  readonly plannedSeconds: number | null
}

export const MIN_MINUTES_PER_SLOT = 2
export const MAX_MINUTES_PER_SLOT = 12

// A part at its goal needs upkeep, one near its goal the last steps, any other one real work.
const MINUTES_AT_GOAL = 3
const MINUTES_NEAR_GOAL = 5
const MINUTES_BELOW = 8
const NEAR_GOAL_PERCENT = 85

const ENTRIES_COUNTED = 5
const ENTRIES_NEEDED = 3

/** `entries` must be those of `part`, oldest first. */
export function estimatePartMinutes(part: PracticePart, entries: readonly MeasuredPracticeEntry[]): number {
  const lately = entries.slice(-ENTRIES_COUNTED)
  const ratios = lately.map(
    ({ tempo, seconds, plannedSeconds }) =>
      seconds / (plannedSeconds ?? 60 * minutesAt(tempo, part.endTempo)),
  )
  const factor = ratios.length < ENTRIES_NEEDED ? 1 : clamp(medianOf(ratios), 0.5, 2)
  return clamp(
    Math.round(minutesAt(part.currentTempo, part.endTempo) * factor),
    MIN_MINUTES_PER_SLOT,
    MAX_MINUTES_PER_SLOT,
  )
}

function minutesAt(tempo: Bpm, goal: Bpm): number {
  if (tempo >= goal) return MINUTES_AT_GOAL
  return 100 * tempo >= NEAR_GOAL_PERCENT * goal ? MINUTES_NEAR_GOAL : MINUTES_BELOW
}

// After this many halvings, an interval of 100 is too small for the precision of a double.
const HALVINGS = 80
// Rounding errors may leave a computed whole number too small by this much.
const ROUNDING = 1e-9

/** Gives each part 2 to 12 whole minutes in proportion to `usual`; their sum is `total` if possible (TS1). */
export function distributeMinutes(total: number, usual: readonly number[]): number[] {
  const factor = factorFor(total, usual)
  const exact = usual.map(minutes => scaled(minutes, factor))
  const shares = exact.map(minutes => Math.floor(minutes + ROUNDING))
  let left = Math.min(total, MAX_MINUTES_PER_SLOT * usual.length) - sumOf(shares)
  // The minutes lost by rounding down go to those that lost most.
  const byLoss = exact
    .map((minutes, index) => ({ loss: minutes - (shares[index] ?? 0), index }))
    .sort((a, b) => b.loss - a.loss || a.index - b.index)
  while (left > 0)
    for (const { index } of byLoss) {
      const share = shares[index] ?? MAX_MINUTES_PER_SLOT
      if (left <= 0 || share >= MAX_MINUTES_PER_SLOT) continue
      shares[index] = share + 1
      left -= 1
    }
  return shares
}

function factorFor(total: number, usual: readonly number[]): number {
  let low = 0
  let high = 100
  for (let halving = 0; halving < HALVINGS; halving++) {
    const factor = (low + high) / 2
    if (sumOf(usual.map(minutes => scaled(minutes, factor))) < total) low = factor
    else high = factor
  }
  return high
}

const scaled = (minutes: number, factor: number) =>
  clamp(minutes * factor, MIN_MINUTES_PER_SLOT, MAX_MINUTES_PER_SLOT)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const lower = sorted.length % 2 === 1 ? upper : upper - 1
  return ((sorted[lower] ?? NaN) + (sorted[upper] ?? NaN)) / 2
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value))
