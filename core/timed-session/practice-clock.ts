import type { Timestamp } from '#core/library/day.ts'

/** The time practiced on this device so far, with the state needed to continue counting. */
export type PracticeClock = {
  readonly countedMs: number
  /** Time of the musician's last action, such as a tap; null after leaving the routine. */
  readonly lastSign: Timestamp | null
  /** Whether the metronome has been running since the last action. */
  readonly isClicking: boolean
}

/** A stretch without any sign of life counts at most so long: the phone may have been forgotten. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/** The practice clock before the musician's first action. */
export const INITIAL_PRACTICE_CLOCK: PracticeClock = { countedMs: 0, lastSign: null, isClicking: false }

/**
 * Returns the practice clock (the practice time counted so far) after an action of the musician, such as a tap, a key
 * press or moving to a new step. Adds the time since the previous action, but at most 5 minutes, or 20 minutes if the
 * metronome was running (rule TS11).
 *
 * @param isClicking whether the metronome runs from now on
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

/**
 * Returns the practice clock after the musician has left the routine. Adds the time since the last action. The clock
 * then stands still until the next action.
 */
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
