import type { Timestamp } from '#core/library/day.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { EMPTY_LIBRARY, NO_ROWS, withRows, type Library, type Rows } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import { newestStamp } from '#core/library/merge-rows.ts'
import { changesToSend, countRemovedFromFront, newestPendingStamp } from './changes-to-send.ts'
import type { PendingRow } from './local-database.ts'
import { FIRST_POSITION, type SyncPosition } from './position.ts'
import { viewAfterRound } from './view-after-round.ts'

/**
 * What a tab holds in memory of the user's database. `view` is what screens show: the confirmed rows and, replayed
 * over them, what waits. It is kept, not computed anew: only what is new is laid over it (rules ST4, ST5). Of the
 * practice history it holds the last day and what waiting changes depend on (rule ST29).
 */
export type DeviceCopy = {
  readonly confirmed: Library
  readonly outbox: readonly PendingRow[]
  readonly refused: number
  readonly position: SyncPosition
  readonly view: Library
  /** The newest stamp seen, so that a new edit comes after everything the musician has seen. */
  readonly newest: Timestamp
  /** The newest stamp among the confirmed rows. */
  readonly newestConfirmed: Timestamp
}

/**
 * What was written since a copy was made, by this tab or another; `entries` is what the added changes depend on of the
 * practice history that the copy did not hold.
 */
export type StoreDelta =
  | { kind: 'waiting'; added: readonly PendingRow[]; entries?: readonly Practice[] }
  | { kind: 'round'; rows: Rows; outbox: readonly PendingRow[]; position: SyncPosition; refused: number }
  | { kind: 'everything'; rows: Rows; outbox: readonly PendingRow[]; position: SyncPosition; refused: number }

/** The device's copy before anything was read or received. */
export const EMPTY_COPY: DeviceCopy = {
  confirmed: EMPTY_LIBRARY,
  outbox: [],
  refused: 0,
  position: FIRST_POSITION,
  view: EMPTY_LIBRARY,
  newest: 0,
  newestConfirmed: 0,
}

/** The copy with what was written since; the same one when there is nothing new. */
export function applyDelta(copy: DeviceCopy, news: StoreDelta): DeviceCopy {
  if (news.kind === 'waiting') {
    const holding = withEntries(copy, news.entries ?? [])
    return news.added.length === 0 ? holding : withWaiting(holding, news.added)
  }
  const { rows, outbox, position, refused } = news
  const { clockOffset } = position
  const isRound = news.kind === 'round'
  const confirmed = withRows(isRound ? copy.confirmed : EMPTY_LIBRARY, rows)
  const newestConfirmed = Math.max(isRound ? copy.newestConfirmed : 0, newestStamp(rows))
  const isTimeSame = isRound && clockOffset === copy.position.clockOffset
  const gone = isTimeSame ? countRemovedFromFront(copy.outbox, outbox, clockOffset) : null
  const shown = gone === null ? null : viewAfterRound(copy, confirmed, rows, gone)
  const newest = gone === null ? null : newestAfterRound(copy, gone)
  return {
    confirmed,
    outbox,
    refused,
    position,
    view: shown ?? replayChanges(confirmed, changesToSend(outbox, clockOffset)),
    // Not from the copy before: its stamps may come from a clock that is known by now to have been ahead.
    newest: Math.max(newestConfirmed, newest ?? newestPendingStamp(outbox, clockOffset)),
    newestConfirmed,
  }
}

/** The newest stamp of before, if it is of a row or of a change that still waits; null where that must be looked for. */
function newestAfterRound({ outbox, newest, newestConfirmed, position }: DeviceCopy, gone: number) {
  const isOfGone = newestPendingStamp(outbox.slice(0, gone), position.clockOffset) === newest
  return isOfGone && newest > newestConfirmed ? null : newest
}

/** Is a copy newer than another of the same database? Then it may take its place. */
export function isNewerCopy(copy: DeviceCopy, than: DeviceCopy): boolean {
  if (copy.position.version !== than.position.version) return copy.position.version > than.position.version
  return lastSeq(copy) > lastSeq(than)
}

/** The place in the outbox up to which a copy has read. */
export const lastSeq = (copy: DeviceCopy) => copy.outbox.at(-1)?.seq ?? 0

/** The copy with entries that were on the disk all the time: no waiting change depends on them. */
function withEntries(copy: DeviceCopy, entries: readonly Practice[]): DeviceCopy {
  if (entries.length === 0) return copy
  const { confirmed, view } = copy
  const unseen = entries.filter(({ id }) => !view.practice.has(id))
  return {
    ...copy,
    confirmed: withRows(confirmed, { ...NO_ROWS, practice: entries }),
    view: withRows(view, { ...NO_ROWS, practice: unseen }),
  }
}

function withWaiting(copy: DeviceCopy, added: readonly PendingRow[]): DeviceCopy {
  const outbox = [...copy.outbox, ...added]
  const changes = changesToSend(added, copy.position.clockOffset)
  const newest = changes.reduce((latest, change) => Math.max(latest, change.at), copy.newest)
  return { ...copy, outbox, view: replayChanges(copy.view, changes), newest }
}
