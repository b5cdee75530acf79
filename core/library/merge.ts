import type { Timestamp } from './day.ts'
import type { EditStamps } from './piece.ts'
import type { Library, Rows } from './library.ts'

/**
 * Edit stamps are ms of the server's clock, as far as the device knows it. A stamp is raised where necessary, so that
 * an edit is never older than one that its device had seen (hybrid logical clock: Kulkarni et al. 2014).
 */

/** If the stamps are equal, the edit that arrives later wins (rule ME1). */
export const editWins = (at: Timestamp, stamp: Timestamp): boolean => at >= stamp

type Mergeable = {
  readonly createdAt: Timestamp
  readonly deletedAt: Timestamp | null
  readonly stamps: EditStamps<string>
}

export const lastEditStampOfField = (row: Mergeable, field: string): Timestamp =>
  row.stamps[field] ?? row.createdAt

/** Skips fields that have a newer edit. Returns the same object if no field changes (rules LI1, ME1). */
export function mergeEdit<Row extends Mergeable>(row: Row, edit: Partial<Row>, at: Timestamp): Row {
  const won = Object.entries(edit).filter(
    ([name, value]) => value !== undefined && editWins(at, lastEditStampOfField(row, name)),
  )
  if (won.length === 0) return row
  const stamps = Object.fromEntries(won.map(([name]) => [name, at]))
  return { ...row, ...Object.fromEntries(won), stamps: { ...row.stamps, ...stamps } }
}

/** The later of deletion and restoration wins, whichever arrives first (LI20). Null if nothing changes. */
export function mergeDeleted<Row extends Mergeable>(row: Row, isDeleted: boolean, at: Timestamp): Row | null {
  const last = row.stamps.deletion ?? 0
  if (!editWins(at, last)) return null
  const deletedAt = isDeleted ? at : null
  if (at === last && deletedAt === row.deletedAt) return null
  return { ...row, deletedAt, stamps: { ...row.stamps, deletion: at } }
}

/** Returns ms; 0 if there are no rows. Creations, edits and deletions all count. */
export function newestEditStampOfRows({ pieces, parts }: Library | Rows): Timestamp {
  let newest = 0
  for (const rows of [pieces, parts])
    for (const { createdAt, stamps } of rows.values())
      newest = Math.max(newest, createdAt, ...Object.values(stamps))
  return newest
}

/** Returns ms, at least 1 later than `seen`, the newest edit that this device knows (rule ME1). */
export const nextEditStamp = (now: Timestamp, seen: Timestamp): Timestamp =>
  Math.max(Math.round(now), seen + 1)

/** Corrects `at`, which includes `offsetThen`, to `offsetNow`. Returns ms, at least 0 (rule ME1). */
export const adjustToNewClockOffset = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/** Smaller differences are mostly network latency, and correcting them could change the order of edits. */
export const TOLERATED_CLOCK_SKEW_MS = 5000

/**
 * Converts a client's edit time to the server's clock, in ms, at most `now`. Differences of up to 5 s are
 * not corrected (rule ME1).
 *
 * @param clientNow the client's clock when it sent the edit
 */
export function correctClientStamp(at: Timestamp, clientNow: Timestamp, now: Timestamp): Timestamp {
  const difference = now - clientNow
  const corrected = Math.abs(difference) <= TOLERATED_CLOCK_SKEW_MS ? at : at + difference
  return Math.max(0, Math.min(now, corrected))
}
