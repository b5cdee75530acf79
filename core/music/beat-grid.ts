/**
 * The beat times of a constant tempo: beat `first + k` sounds at `origin + k * 60 / perMinute` seconds of the audio
 * clock. Each time is computed from the origin, so that rounding errors do not accumulate (rule BG1). If beats are
 * subdivided, the grid counts every click as a beat.
 */
export type BeatGrid = {
  /** Seconds of the audio clock at which beat `first` sounds. */
  readonly origin: number
  /** The number of the beat that sounds at `origin`, counted from 0 since the metronome was started. */
  readonly first: number
  /** The tempo in bpm, times the clicks per beat. */
  readonly perMinute: number
}

/** One beat of the metronome: its number, counted from 0 since the metronome was started, and its time. */
export type Beat = {
  readonly index: number
  /** When the beat sounds, in seconds of the audio clock. */
  readonly time: number
}

/** Returns the time between two of this many beats per minute, in seconds (spec 9). */
export const secondsPerBeat = (perMinute: number) => 60 / perMinute

/** Creates a beat grid (the beat times of a tempo) whose beat 0 sounds at `time`, in seconds of the audio clock. */
export const createBeatGrid = (time: number, perMinute: number): BeatGrid => ({
  origin: time,
  first: 0,
  perMinute,
})

/**
 * Returns the beat with the given index in a series of evenly spaced beats (`grid`), with its time in seconds of the
 * audio clock.
 */
export const beatByIndex = (grid: BeatGrid, index: number): Beat => ({
  index,
  // Multiplied before it is divided, so that there is one rounding and not two.
  time: grid.origin + ((index - grid.first) * 60) / grid.perMinute,
})

/**
 * Returns the beat that the metronome schedules next. This is beat number `next` or, if that beat is already in the
 * past, the first beat at or after `now`. A late scheduler therefore skips beats instead of playing several at once
 * (rule BG1).
 */
export const nextBeatToSchedule = (grid: BeatGrid, next: number, now: number): Beat =>
  beatByIndex(grid, Math.max(next, firstFrom(grid, now)))

/**
 * Returns the metronome's beat grid (the times of its beats) after a tempo change: the next beat comes one interval of
 * the new tempo after `last`, or at `horizon` if that is before `earliest`. A faster tempo is therefore heard at once,
 * and no two beats come closer than the new tempo allows (rule MT4).
 *
 * @param last the last beat that is already scheduled and cannot be canceled
 * @param earliest the earliest time at which a beat can still be scheduled, in seconds of the audio clock
 * @param horizon the time before which scheduled beats are not canceled, in seconds of the audio clock
 */
export function changeBeatGridTempo(
  last: Beat,
  perMinute: number,
  earliest: number,
  horizon: number,
): BeatGrid {
  const next = last.time + secondsPerBeat(perMinute)
  return { origin: next >= earliest ? next : horizon, first: last.index + 1, perMinute }
}

/** Returns the number of the first beat that does not sound before `time`, with a tolerance of 1e-9 beats. */
const firstFrom = (grid: BeatGrid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.perMinute) - 1e-9)
