import type { Timestamp } from './day.ts'
import type { Library, Rows } from './library.ts'

/**
 * Edit stamps: milliseconds of the server's clock as far as the device knows it, raised where needed so that an
 * edit made after another was seen is never older than it (hybrid logical clock: Kulkarni et al. 2014).
 */

/** Does an edit made `at` stand against the one that wrote `stamp`? Of equal ones the later to arrive (rule ME1). */
export const wins = (at: Timestamp, stamp: Timestamp): boolean => at >= stamp

/** The stamp of a new edit: the corrected clock, but after every stamp this device has seen (rule ME2). */
export const nextStamp = (now: Timestamp, seen: Timestamp): Timestamp => Math.max(Math.round(now), seen + 1)

/**
 * A stamp made while the device believed its clock to be `offsetThen` behind the server's, told with what it
 * knows now; so nothing is corrected twice (rule ME3).
 */
export const rebased = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/**
 * Differences of the clocks that are left alone, in milliseconds: what is this small is mostly the way of the
 * request. Taken off, a slow round would move its edits past those of the quick round after it.
 */
export const TOLERATED_DIFFERENCE = 5000

/** A stamp as the server keeps it: corrected by the device's clock, never in the future (rule ME4). */
export function correctedAt(at: Timestamp, clientNow: Timestamp, now: Timestamp): Timestamp {
  const difference = now - clientNow
  const corrected = Math.abs(difference) <= TOLERATED_DIFFERENCE ? at : at + difference
  return Math.max(0, Math.min(now, corrected))
}

/** The newest stamp in a library: what a new edit of this device must come after. */
export function newestStamp(library: Library): Timestamp {
  let newest = 0
  for (const piece of library.pieces.values())
    newest = Math.max(newest, piece.updatedAt, piece.deletedAt ?? 0)
  for (const part of library.parts.values()) newest = Math.max(newest, part.nameAt, part.tempoAt)
  return newest
}

/** Of rows that the server sent, those not older than what is confirmed already (rule ME5). */
export function notOlder(library: Library, rows: Rows): Rows {
  return {
    pieces: rows.pieces.filter(row => row.revision >= (library.pieces.get(row.id)?.revision ?? 0)),
    parts: rows.parts.filter(row => row.revision >= (library.parts.get(row.id)?.revision ?? 0)),
    practice: rows.practice.filter(row => row.revision >= (library.practice.get(row.id)?.revision ?? 0)),
  }
}
