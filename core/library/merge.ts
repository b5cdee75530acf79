import type { Timestamp } from './day.ts'
import type { EditStamps } from './piece.ts'
import type { Library, Rows } from './library.ts'

export const editWins = (at: Timestamp, stamp: Timestamp): boolean => at >= stamp

type Mergeable = {
  readonly createdAt: Timestamp
  readonly deletedAt: Timestamp | null
  readonly stamps: EditStamps<string>
}

export const lastEditStampOfField = (row: Mergeable, field: string): Timestamp =>
  row.stamps[field] ?? row.createdAt

export function mergeEdit<Row extends Mergeable>(row: Row, edit: Partial<Row>, at: Timestamp): Row {
  const won = Object.entries(edit).filter(
    ([name, value]) => value !== undefined && editWins(at, lastEditStampOfField(row, name)),
  )
  if (won.length === 0) return row
  const stamps = Object.fromEntries(won.map(([name]) => [name, at]))
  return { ...row, ...Object.fromEntries(won), stamps: { ...row.stamps, ...stamps } }
}

export function mergeDeleted<Row extends Mergeable>(row: Row, isDeleted: boolean, at: Timestamp): Row | null {
  const last = row.stamps.deletion ?? 0
  if (!editWins(at, last)) return null
  const deletedAt = isDeleted ? at : null
  if (at === last && deletedAt === row.deletedAt) return null
  return { ...row, deletedAt, stamps: { ...row.stamps, deletion: at } }
}

/** Creations and deletions count as edits. Returns 0 if there are no rows. */
export function newestEditStampOfRows({ pieces, parts }: Library | Rows): Timestamp {
  let newest = 0
  for (const rows of [pieces, parts])
    for (const { createdAt, stamps } of rows.values())
      newest = Math.max(newest, createdAt, ...Object.values(stamps))
  return newest
}

/** A hybrid logical clock (Kulkarni et al. 2014). `seen` is the newest edit stamp that the device knows. */
export const nextEditStamp = (now: Timestamp, seen: Timestamp): Timestamp =>
  Math.max(Math.round(now), seen + 1)

/** `at` was computed with `offsetThen`. An offset is the server's clock minus the device's, in ms. */
export const adjustToNewClockOffset = (at: Timestamp, offsetThen: number, offsetNow: number): Timestamp =>
  Math.max(0, Math.round(at + offsetNow - offsetThen))

/** Smaller clock differences are mostly network latency; correcting them could change the order of edits. */
export const UNCORRECTED_CLOCK_SKEW_MS = 5000

/** `clientNow` is the server time that the client assumed when it sent the edit; `now` is the real one. */
export function correctClientStamp(at: Timestamp, clientNow: Timestamp, now: Timestamp): Timestamp {
  const difference = now - clientNow
  const corrected = Math.abs(difference) <= UNCORRECTED_CLOCK_SKEW_MS ? at : at + difference
  return Math.max(0, Math.min(now, corrected))
}
