import type { Change } from '#core/change.ts'
import type { Timestamp } from '#core/day.ts'
import { EMPTY_LIBRARY, replay, withRows, type Library, type Rows } from '#core/library.ts'
import { newestStamp, rebased } from '#core/merge.ts'
import type { KnownRole } from '#core/plan.ts'
import type { PendingRow } from './local-database.ts'

/** What this device knows of the server, stored in one piece with every answer. */
export type Position = {
  /** The revision this device has. */
  readonly cursor: number
  readonly epoch: string | null
  readonly role: KnownRole
  /** Milliseconds this device's clock is behind the server's. */
  readonly clockOffset: number
  /** Goes up with every write but an added change: tells another tab that confirmed rows or the outbox shrank. */
  readonly version: number
  /** Goes up when the confirmed rows were replaced as a whole. */
  readonly generation: number
}

/**
 * What a tab holds in memory of the user's database. `view` is what screens show: the confirmed rows and, replayed
 * over them, what waits. It is kept, not computed anew: only what is new is laid over it (rules ST4, ST5).
 */
export type DeviceCopy = {
  readonly confirmed: Library
  readonly outbox: readonly PendingRow[]
  readonly refused: number
  readonly position: Position
  readonly view: Library
  /** The newest stamp seen, so that a new edit comes after everything the musician has seen. */
  readonly newest: Timestamp
}

/** What was written since a copy was made, by this tab or another. */
export type News =
  | { kind: 'waiting'; added: readonly PendingRow[] }
  | { kind: 'round'; rows: Rows; outbox: readonly PendingRow[]; position: Position; refused: number }
  | { kind: 'everything'; rows: Rows; outbox: readonly PendingRow[]; position: Position; refused: number }

export const FIRST_POSITION: Position = {
  cursor: 0,
  epoch: null,
  role: undefined,
  clockOffset: 0,
  version: 0,
  generation: 0,
}

export const EMPTY_COPY: DeviceCopy = {
  confirmed: EMPTY_LIBRARY,
  outbox: [],
  refused: 0,
  position: FIRST_POSITION,
  view: EMPTY_LIBRARY,
  newest: 0,
}

/** The copy with what was written since; the same one when there is nothing new. */
export function afterNews(copy: DeviceCopy, news: News): DeviceCopy {
  if (news.kind === 'waiting') return news.added.length === 0 ? copy : withWaiting(copy, news.added)
  const { rows, outbox, position, refused } = news
  const confirmed = withRows(news.kind === 'everything' ? EMPTY_LIBRARY : copy.confirmed, rows)
  const changes = changesToSend(outbox, position.clockOffset)
  return {
    confirmed,
    outbox,
    refused,
    position,
    view: replay(confirmed, changes),
    // Not from the copy before: its stamps may come from a clock that is known by now to have been ahead.
    newest: newestOf(newestStamp(confirmed), changes),
  }
}

/** Is a copy newer than another of the same database? Then it may take its place. */
export function isNewer(copy: DeviceCopy, than: DeviceCopy): boolean {
  if (copy.position.version !== than.position.version) return copy.position.version > than.position.version
  return lastSeq(copy) > lastSeq(than)
}

/** The place in the outbox up to which a copy has read. */
export const lastSeq = (copy: DeviceCopy) => copy.outbox.at(-1)?.seq ?? 0

/**
 * Waiting changes with their stamps as they are right now that the server's clock is known better, and still in
 * the order in which they were made (rule ST6); one that was refused before is no newer than it was (rule RC4).
 */
export function changesToSend(outbox: readonly PendingRow[], clockOffset: number): Change[] {
  let last = 0
  return outbox.map(({ change, offset, again }) => {
    // Imported: by the server's clock from the beginning, and no newer than it was (rule ME9).
    if (change.original === true) return change
    const at = rebased(change.at, offset, clockOffset)
    if (again !== true) last = Math.max(last, at)
    return stampedAt(again === true ? at : last, change)
  })
}

const stampedAt = (at: Timestamp, change: Change): Change => (change.at === at ? change : { ...change, at })

function withWaiting(copy: DeviceCopy, added: readonly PendingRow[]): DeviceCopy {
  const outbox = [...copy.outbox, ...added]
  const changes = changesToSend(added, copy.position.clockOffset)
  return { ...copy, outbox, view: replay(copy.view, changes), newest: newestOf(copy.newest, changes) }
}

const newestOf = (newest: Timestamp, changes: readonly Change[]) =>
  changes.reduce((latest, change) => Math.max(latest, change.at), newest)
