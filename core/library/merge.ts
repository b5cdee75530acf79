import type { Timestamp } from './day.ts'

/**
 * Edit stamps: milliseconds of the server's clock as far as the device knows it, raised where needed so that an
 * edit made after another was seen is never older than it (hybrid logical clock: Kulkarni et al. 2014).
 */

/**
 * Returns true if an edit made at `at` replaces the value stamped `stamp`. If both are equal, the edit that arrives
 * later wins (rule ME1).
 */
export const editWins = (at: Timestamp, stamp: Timestamp): boolean => at >= stamp

/**
 * Returns the stamp for a new edit: the corrected clock, but at least 1 ms after the newest stamp this device has seen
 * (rule ME2).
 */
export const nextEditStamp = (now: Timestamp, seen: Timestamp): Timestamp =>
  Math.max(Math.round(now), seen + 1)

/**
 * Converts a stamp made with the clock offset `offsetThen` to the current offset `offsetNow`. All values are in
 * milliseconds. Prevents an offset from being applied twice (rule ME3).
 */
export const adjustForClockOffset = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/**
 * Largest clock skew in milliseconds that is not corrected. A smaller difference is mostly network latency, and
 * correcting it could reorder the edits of a slow and a fast round.
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
