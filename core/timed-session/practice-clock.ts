import type { Timestamp } from '#core/library/day.ts'

/** Counts the time that is spent practicing, on this device. */
export type PracticeClock = {
  readonly countedMs: number
  /** The last sign of life, such as a press; null while the routine is left. */
  readonly lastSign: Timestamp | null
  /** Whether the click has been running since the last sign of life. */
  readonly isClicking: boolean
}

/** A stretch without any sign of life counts at most so long: the phone may have been forgotten. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/** The practice clock before the first sign of life. */
export const UNUSED_CLOCK: PracticeClock = { countedMs: 0, lastSign: null, isClicking: false }

/**
 * Returns the clock after a sign of life: a press, a key, the slider, the click started or stopped, an arrival, Next.
 * The stretch since the last one counts, at most 5 minutes, 20 while the click runs (rule TS11).
 */
export const recordSignOfLife = (
  clock: PracticeClock,
  at: Timestamp,
  isClicking: boolean,
): PracticeClock => ({
  countedMs: clock.countedMs + stretchOf(clock, at),
  lastSign: at,
  isClicking,
})

/** Returns the clock of a routine that was left: nothing counts until the next sign of life. */
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
