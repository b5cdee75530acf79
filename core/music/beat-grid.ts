/**
 * The beats of a constant tempo: beat `first + k` sounds at `origin + k * 60 / perMinute` seconds of the audio clock.
 * Computed from the origin, so that rounding errors do not add up (rule BG1). Where beats are subdivided, every click
 * counts as one.
 */
export type BeatGrid = {
  readonly origin: number
  /** The number of the beat at `origin`, counted from 0 since the start. */
  readonly first: number
  /** Bpm times the clicks per beat. */
  readonly perMinute: number
}

/** Counted from 0 since the start; `time` in seconds of the audio clock. */
export type Beat = {
  readonly index: number
  readonly time: number
}

export const secondsPerBeat = (perMinute: number) => 60 / perMinute

/** Beat 0 sounds at `time`. */
export const createBeatGrid = (time: number, perMinute: number): BeatGrid => ({
  origin: time,
  first: 0,
  perMinute,
})

export const beatByIndex = (grid: BeatGrid, index: number): Beat => ({
  index,
  // Multiplied before it is divided, so that there is one rounding and not two.
  time: grid.origin + ((index - grid.first) * 60) / grid.perMinute,
})

/** Beat `next` or, if that is past, the first from `now` on: a late scheduler skips beats (rule BG1). */
export const nextBeatToSchedule = (grid: BeatGrid, next: number, now: number): Beat =>
  beatByIndex(grid, Math.max(next, firstFrom(grid, now)))

/**
 * The grid after a tempo change: the next beat comes one interval of the new tempo after `last`, or at `horizon` if
 * that is before `earliest`. A faster tempo is heard at once, and no two beats come closer than it allows (rule MT4).
 *
 * @param last the last beat that cannot be canceled
 * @param earliest from here on a beat can be scheduled
 * @param horizon before it, scheduled beats are not canceled
 */
export function createBeatGridAfterBeat(
  last: Beat,
  perMinute: number,
  earliest: number,
  horizon: number,
): BeatGrid {
  const next = last.time + secondsPerBeat(perMinute)
  return { origin: next >= earliest ? next : horizon, first: last.index + 1, perMinute }
}

/** The first beat that does not sound before `time`, with a tolerance of 1e-9 beats. */
const firstFrom = (grid: BeatGrid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.perMinute) - 1e-9)
