/**
 * Beat `first` sounds at `origin`, in seconds of the audio clock. Other beats are computed from there, so that
 * rounding errors do not add up. Each subdivision counts as a beat.
 */
export type BeatGrid = {
  readonly origin: number
  readonly first: number
  readonly perMinute: number
}

/** `index` counts from 0; `time` is in seconds of the audio clock. */
export type Beat = {
  readonly index: number
  readonly time: number
}

export const secondsPerBeat = (perMinute: number) => 60 / perMinute

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

/** Skips beats that are already past, which happens when the scheduler is late. */
export const nextBeatToSchedule = (grid: BeatGrid, next: number, now: number): Beat =>
  beatByIndex(grid, Math.max(next, firstFrom(grid, now)))

/**
 * The next beat comes one interval of the new tempo after `last` (rule MT4).
 *
 * @param earliest the earliest time at which the next beat can be scheduled, in seconds of the audio clock
 * @param horizon when the next beat comes if it would be before `earliest`
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
