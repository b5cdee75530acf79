import type { Bpm } from './tempo.ts'

/**
 * The beats of one tempo: beat k sounds at `origin + k * 60 / bpm` seconds of the audio clock. Every place is
 * computed from the origin, never summed up, so that rounding cannot drift (rule BG1).
 */
export type Grid = {
  /** Seconds of the audio clock at which beat `first` sounds. */
  readonly origin: number
  /** The number of the beat at the origin, counted over the whole run. */
  readonly first: number
  readonly bpm: Bpm
}

export type Beat = {
  readonly index: number
  /** Seconds of the audio clock. */
  readonly time: number
}

/** Seconds from beat to beat (spec 9). */
export const secondsPerBeat = (bpm: Bpm) => 60 / bpm

/** A grid whose beat 0 sounds at `time`. */
export const gridFrom = (time: number, bpm: Bpm): Grid => ({ origin: time, first: 0, bpm })

/** Beat `index` of a grid. */
export const beatAt = (grid: Grid, index: number): Beat => ({
  index,
  // Multiplied before it is divided, so that there is one rounding and not two.
  time: grid.origin + ((index - grid.first) * 60) / grid.bpm,
})

/**
 * The next beat to order, `next` or a later one that does not sound before `now`: a scheduler that comes late leaves
 * beats out and stays on the grid instead of bunching them (rule BG3).
 */
export const nextBeat = (grid: Grid, next: number, now: number): Beat =>
  beatAt(grid, Math.max(next, firstFrom(grid, now)))

/** The beats from beat `next` on that sound before `until`, and none before `now` (rules BG2, BG3). */
export function beatsBetween(grid: Grid, next: number, now: number, until: number): Beat[] {
  const beats: Beat[] = []
  for (let beat = nextBeat(grid, next, now); beat.time < until; beat = beatAt(grid, beat.index + 1))
    beats.push(beat)
  return beats
}

/**
 * The grid after a change of tempo: the last beat that is already committed stays where it is and the next one
 * follows it after one interval of the new tempo. Where that is before `earliest`, up to which everything is committed
 * (the new tempo being much faster), the next beat keeps its old place and the new tempo begins there: a musician
 * hears old and new intervals and none between (rule BG4).
 */
export function withTempo(grid: Grid, lastCommitted: number, bpm: Bpm, earliest: number): Grid {
  const first = Math.max(lastCommitted + 1, grid.first)
  // A grid none of whose beats is committed yet (two changes within one beat) only beats differently from there on.
  const next =
    lastCommitted < grid.first ? grid.origin : beatAt(grid, lastCommitted).time + secondsPerBeat(bpm)
  if (next >= earliest) return { origin: next, first, bpm }
  const kept = beatAt(grid, Math.max(first, firstFrom(grid, earliest)))
  return { origin: kept.time, first: kept.index, bpm }
}

/**
 * The grid after a change of tempo that lets the beat under way end as it began: the new tempo starts with the next
 * beat. For beats that are subdivided, whose clicks would otherwise fall at odd places (rule BG4).
 */
export function withTempoFromNext(grid: Grid, lastCommitted: number, bpm: Bpm): Grid {
  const { index, time } = beatAt(grid, Math.max(lastCommitted + 1, grid.first))
  return { origin: time, first: index, bpm }
}

/** The number of the first beat that does not sound before `time`, as far as a thousand-millionth of a beat. */
const firstFrom = (grid: Grid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.bpm) - 1e-9)
