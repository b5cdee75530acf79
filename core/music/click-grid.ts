/**
 * Click `first` sounds at `origin`, in seconds of the audio clock. Other clicks are computed from there, so that
 * rounding errors do not add up.
 */
export type ClickGrid = {
  readonly origin: number
  readonly first: number
  readonly perMinute: number
}

/** `index` counts from 0; `time` is in seconds of the audio clock. */
export type GridClick = {
  readonly index: number
  readonly time: number
}

export const secondsPerClick = (perMinute: number) => 60 / perMinute

export const createClickGrid = (time: number, perMinute: number): ClickGrid => ({
  origin: time,
  first: 0,
  perMinute,
})

export const clickByIndex = (grid: ClickGrid, index: number): GridClick => ({
  index,
  // Multiplied before it is divided, so that there is one rounding and not two.
  time: grid.origin + ((index - grid.first) * 60) / grid.perMinute,
})

/** Skips clicks that are already past, which happens when the scheduler is late. */
export const nextClickToSchedule = (grid: ClickGrid, next: number, now: number): GridClick =>
  clickByIndex(grid, Math.max(next, firstFrom(grid, now)))

/**
 * The next click comes one interval of the new tempo after `last` (rule MT4), or at `fallback` if it would
 * come before `earliest`. All times are in seconds of the audio clock.
 */
export function createClickGridAfterClick(
  last: GridClick,
  perMinute: number,
  earliest: number,
  fallback: number,
): ClickGrid {
  const next = last.time + secondsPerClick(perMinute)
  return { origin: next >= earliest ? next : fallback, first: last.index + 1, perMinute }
}

const firstFrom = (grid: ClickGrid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerClick(grid.perMinute) - 1e-9)
