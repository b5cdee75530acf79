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
 * The next beat comes one interval of the new tempo after `last` (rule MT4), or at `fallback` if it would
 * come before `earliest`. All times are in seconds of the audio clock.
 */
export function createBeatGridAfterBeat(
  last: Beat,
  perMinute: number,
  earliest: number,
  fallback: number,
): BeatGrid {
  const next = last.time + secondsPerBeat(perMinute)
  return { origin: next >= earliest ? next : fallback, first: last.index + 1, perMinute }
}

const firstFrom = (grid: BeatGrid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.perMinute) - 1e-9)
