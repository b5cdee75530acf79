import type { Timestamp } from './day.ts'

/**
 * Edit stamps: milliseconds of the server's clock as far as the device knows it, raised where needed so that an
 * edit made after another was seen is never older than it (hybrid logical clock: Kulkarni et al. 2014).
 */

/**
 * Returns true if an edit made at `at` replaces the one stamped `stamp`. Of two equal stamps the later arrival wins
 * (rule ME1).
 */
export const editWins = (at: Timestamp, stamp: Timestamp): boolean => at >= stamp

/**
 * Returns the stamp for a new edit: the corrected clock, but at least 1 ms after every stamp this device has seen (rule
 * ME2).
 */
export const nextEditStamp = (now: Timestamp, seen: Timestamp): Timestamp =>
  Math.max(Math.round(now), seen + 1)

/**
 * Adjusts a stamp that was made with the clock offset `offsetThen` to the current `offsetNow`, in milliseconds, so that
 * no offset is applied twice (rule ME3).
 */
export const adjustForClockOffset = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/**
 * Clock skew in milliseconds that is not corrected, because a difference this small is mostly network latency.
 * Correcting it would move the edits of a slow round past those of a faster later round.
 */
export const TOLERATED_CLOCK_SKEW_MS = 5000

/**
 * Corrects a client's stamp for clock skew and limits it to the server's current time (rule ME4). All times in
 * milliseconds.
 */
export function correctClientStamp(at: Timestamp, clientNow: Timestamp, now: Timestamp): Timestamp {
  const difference = now - clientNow
  const corrected = Math.abs(difference) <= TOLERATED_CLOCK_SKEW_MS ? at : at + difference
  return Math.max(0, Math.min(now, corrected))
}
