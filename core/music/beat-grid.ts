/**
 * The beats at a constant tempo: beat `first + k` sounds at `origin + k * 60 / perMinute` seconds of the
 * audio clock. Computing from the origin keeps rounding errors from adding up (BG1). Each subdivision
 * counts as a beat.
 */
export type BeatGrid = {
  readonly origin: number
  /** The number of the beat that sounds at `origin`. The first beat of a run has number 0. */
  readonly first: number
  /** The tempo in bpm times the clicks per beat. */
  readonly perMinute: number
}

/** `index` counts from 0 at the start; `time` is in seconds of the audio clock. */
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

/** Returns beat `next`, or the first from `now` on if `next` is past: a late scheduler skips beats (BG1). */
export const nextBeatToSchedule = (grid: BeatGrid, next: number, now: number): Beat =>
  beatByIndex(grid, Math.max(next, firstFrom(grid, now)))

/**
 * The grid after a tempo change. The next beat comes one interval of the new tempo after `last`, so that a
 * faster tempo is heard at once. If it is too late to schedule that beat, it comes at `horizon` (MT4).
 *
 * @param last the last scheduled beat that is not canceled
 * @param earliest the earliest time at which a beat can be scheduled
 * @param horizon beats before this time stay scheduled; later than `earliest`
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

const firstFrom = (grid: BeatGrid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.perMinute) - 1e-9)
