import type { Bpm } from './tempo.ts'

/**
 * The beat times of a constant tempo: beat `first + k` sounds at `origin + k * 60 / bpm` seconds of the audio clock.
 * Each time is computed from the origin, so that rounding errors do not accumulate (rule BG1).
 */
export type BeatGrid = {
  /** Seconds of the audio clock at which beat `first` sounds. */
  readonly origin: number
  /** The number of the beat that sounds at `origin`, counted from 0 since the metronome was started. */
  readonly first: number
  readonly bpm: Bpm
}

/** One beat of the metronome: its number, counted from 0 since the metronome was started, and its time. */
export type Beat = {
  readonly index: number
  /** When the beat sounds, in seconds of the audio clock. */
  readonly time: number
}

/** Returns the time between two beats at a tempo, in seconds (spec 9). */
export const secondsPerBeat = (bpm: Bpm) => 60 / bpm

/** Creates a beat grid (the beat times of a tempo) whose beat 0 sounds at `time`, in seconds of the audio clock. */
export const createBeatGrid = (time: number, bpm: Bpm): BeatGrid => ({ origin: time, first: 0, bpm })

/**
 * Returns the beat with the given index in a series of evenly spaced beats (`grid`), with its time in seconds of the
 * audio clock.
 */
export const beatByIndex = (grid: BeatGrid, index: number): Beat => ({
  index,
  // Multiplied before it is divided, so that there is one rounding and not two.
  time: grid.origin + ((index - grid.first) * 60) / grid.bpm,
})

/**
 * Returns the beat that the metronome schedules next. This is beat number `next` or, if that beat is already in the
 * past, the first beat at or after `now`. A late scheduler therefore skips beats instead of playing several at once
 * (rule BG3).
 */
export const nextBeatToSchedule = (grid: BeatGrid, next: number, now: number): Beat =>
  beatByIndex(grid, Math.max(next, firstFrom(grid, now)))

/**
 * Returns the metronome's beat grid (the times of its beats) after a tempo change. Beat `lastCommitted` keeps its time,
 * and the next beat follows one interval of the new tempo later. If that would be before `earliest`, the first beat of
 * the old tempo that is not before `earliest` keeps its time, and the new tempo starts there (rule BG4).
 *
 * @param lastCommitted the number of the last beat that is already scheduled and cannot be canceled
 * @param earliest the earliest time at which a beat can still be scheduled, in seconds of the audio clock
 */
export function changeBeatGridTempo(
  grid: BeatGrid,
  lastCommitted: number,
  bpm: Bpm,
  earliest: number,
): BeatGrid {
  const first = Math.max(lastCommitted + 1, grid.first)
  // If no beat of the grid is committed yet (two changes within one beat), only the tempo changes.
  const next =
    lastCommitted < grid.first ? grid.origin : beatByIndex(grid, lastCommitted).time + secondsPerBeat(bpm)
  if (next >= earliest) return { origin: next, first, bpm }
  const kept = beatByIndex(grid, Math.max(first, firstFrom(grid, earliest)))
  return { origin: kept.time, first: kept.index, bpm }
}

/**
 * Returns the metronome's beat grid (the times of its beats) after a tempo change that starts at the next beat.
 * Subdivided beats need this, because a change within a beat would make its subdivisions uneven (rule BG4).
 *
 * @param lastCommitted the number of the last beat that is already scheduled and cannot be canceled
 */
export function changeBeatGridTempoAtNextBeat(grid: BeatGrid, lastCommitted: number, bpm: Bpm): BeatGrid {
  const { index, time } = beatByIndex(grid, Math.max(lastCommitted + 1, grid.first))
  return { origin: time, first: index, bpm }
}

/** Returns the number of the first beat that does not sound before `time`, with a tolerance of 1e-9 beats. */
const firstFrom = (grid: BeatGrid, time: number) =>
  grid.first + Math.ceil((time - grid.origin) / secondsPerBeat(grid.bpm) - 1e-9)
