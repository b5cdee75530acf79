import type { Timestamp } from './day.ts'
import type { Stamps } from './piece.ts'
import type { Library, Rows } from './library.ts'

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

/** What the merge needs of a row. */
type Mergeable = {
  readonly createdAt: Timestamp
  readonly deletedAt: Timestamp | null
  readonly stamps: Stamps<string>
}

/** Returns when a field of a row was last edited. */
export const stampOf = (row: Mergeable, field: string): Timestamp => row.stamps[field] ?? row.createdAt

/**
 * Returns a row after an edit of the given fields at the time `at`. Skips fields for which a newer edit is stored.
 * Returns the same object if it skips all (rules LI1, ME1).
 */
export function withEdit<Row extends Mergeable>(row: Row, edit: Partial<Row>, at: Timestamp): Row {
  const won = Object.entries(edit).filter(
    ([name, value]) => value !== undefined && editWins(at, stampOf(row, name)),
  )
  if (won.length === 0) return row
  const stamps = Object.fromEntries(won.map(([name]) => [name, at]))
  return { ...row, ...Object.fromEntries(won), stamps: { ...row.stamps, ...stamps } }
}

/**
 * Returns a row after it was deleted or restored at the time `at`. Of a deletion and a restoration, the later one wins,
 * whichever arrives first (rule LI20). Returns null if the row does not change.
 */
export function withDeletion<Row extends Mergeable>(row: Row, isDeleted: boolean, at: Timestamp): Row | null {
  const last = row.stamps.deletion ?? 0
  if (!editWins(at, last)) return null
  const deletedAt = isDeleted ? at : null
  if (at === last && deletedAt === row.deletedAt) return null
  return { ...row, deletedAt, stamps: { ...row.stamps, deletion: at } }
}

/**
 * Returns the newest edit stamp (time of an edit in milliseconds) in a library or in a set of rows; 0 if there is
 * none. A new edit on this device must get a later stamp, because the later of two edits to the same field wins.
 */
export function newestEditStamp({ pieces, parts }: Library | Rows): Timestamp {
  let newest = 0
  for (const rows of [pieces, parts])
    for (const { createdAt, stamps } of rows.values())
      newest = Math.max(newest, createdAt, ...Object.values(stamps))
  return newest
}

/**
 * Returns the time, in milliseconds, to store with a new edit. This is `now`, the device's time corrected to the
 * server's clock, but at least 1 ms after `seen`, the newest edit time that this device knows (rule ME1).
 */
export const nextEditStamp = (now: Timestamp, seen: Timestamp): Timestamp =>
  Math.max(Math.round(now), seen + 1)

/**
 * Returns an edit time, in milliseconds, recomputed with a better estimate of the clock offset. The offset is the
 * number of milliseconds by which the server's clock is ahead of the device's. `at` already includes the old estimate
 * `offsetThen`, which is subtracted before `offsetNow` is added (rule ME1). The result is at least 0.
 */
export const adjustForClockOffset = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/**
 * Maximum clock skew in milliseconds that is not corrected. Smaller differences are mostly network latency. Correcting
 * them could change the order of edits.
 */
export const TOLERATED_CLOCK_SKEW_MS = 5000

/**
 * Returns a client's edit time `at`, corrected to the server's clock. If the two clocks differ by more than 5 seconds,
 * adds the difference. A result later than the server's current time is replaced by that time (rule ME1). All times are
 * in milliseconds.
 *
 * @param clientNow the time of the client's clock when the client sent the edit
 * @param now the time of the server's clock
 */
export function correctClientStamp(at: Timestamp, clientNow: Timestamp, now: Timestamp): Timestamp {
  const difference = now - clientNow
  const corrected = Math.abs(difference) <= TOLERATED_CLOCK_SKEW_MS ? at : at + difference
  return Math.max(0, Math.min(now, corrected))
}
