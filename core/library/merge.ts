import type { Timestamp } from './day.ts'

/**
 * Edit stamps are milliseconds of the server's clock, as far as the device knows it. A stamp is raised if necessary,
 * so that an edit is never older than an edit that its device had already seen (hybrid logical clock: Kulkarni et al.
 * 2014).
 */

/**
 * Returns true if an edit made at `at` replaces a value that was edited at `stamp`. If both times are equal, the edit
 * that arrives later wins (rule ME1).
 */
export const editWins = (at: Timestamp, stamp: Timestamp): boolean => at >= stamp

/**
 * Returns the edit stamp (time in milliseconds) for a new edit. This is `now` by the corrected clock, but at least 1
 * ms after `seen`, the newest stamp that this device knows (rule ME2).
 */
export const nextEditStamp = (now: Timestamp, seen: Timestamp): Timestamp =>
  Math.max(Math.round(now), seen + 1)

/**
 * Updates an edit time to a better estimate of the clock offset, the milliseconds by which the server's clock is ahead
 * of the device's. `at` was computed with the offset `offsetThen`. That offset is replaced by the current one,
 * `offsetNow`, so that the two corrections do not add up (rule ME3).
 */
export const adjustForClockOffset = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/**
 * Maximum clock skew in milliseconds that is not corrected. Smaller differences are mostly network latency. Correcting
 * them could change the order of edits.
 */
export const TOLERATED_CLOCK_SKEW_MS = 5000

/**
 * Corrects a client's edit time `at` for clock skew and limits it to the server's current time (rule ME4). All times
 * are in milliseconds.
 *
 * @param clientNow the time of the client's clock when the client sent the edit
 * @param now the time of the server's clock
 */
export function correctClientStamp(at: Timestamp, clientNow: Timestamp, now: Timestamp): Timestamp {
  const difference = now - clientNow
  const corrected = Math.abs(difference) <= TOLERATED_CLOCK_SKEW_MS ? at : at + difference
  return Math.max(0, Math.min(now, corrected))
}
