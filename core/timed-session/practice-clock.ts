import type { Timestamp } from '#core/library/day.ts'

/** State of the clock that measures the time spent practicing on this device. */
export type PracticeClock = {
  readonly countedMs: number
  /** Time of the last activity, such as a press; null while the routine is left. */
  readonly lastSign: Timestamp | null
  /** Whether the metronome has been running since the last activity. */
  readonly isClicking: boolean
}

/** A stretch without any sign of life counts at most so long: the phone may have been forgotten. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/** The state of the practice clock before the first activity. */
export const INITIAL_PRACTICE_CLOCK: PracticeClock = { countedMs: 0, lastSign: null, isClicking: false }

/**
 * Returns the practice clock after an activity of the musician, such as a press, a key or a new step. Adds the time
 * since the last activity, at most 5 minutes, or 20 minutes if the metronome was running (rule TS11).
 */
export const recordClockActivity = (
  clock: PracticeClock,
  at: Timestamp,
  isClicking: boolean,
): PracticeClock => ({
  countedMs: clock.countedMs + stretchOf(clock, at),
  lastSign: at,
  isClicking,
})

/** Returns the practice clock after the musician has left the routine. It counts nothing until the next activity. */
export const stopPracticeClock = (clock: PracticeClock, at: Timestamp): PracticeClock => ({
  countedMs: clock.countedMs + stretchOf(clock, at),
  lastSign: null,
  isClicking: false,
})

function stretchOf({ lastSign, isClicking }: PracticeClock, at: Timestamp): number {
  if (lastSign === null) return 0
  // A clock that was set back counts nothing.
  return Math.max(0, Math.min(at - lastSign, isClicking ? MOST_CLICKING_MS : MOST_MS))
}
