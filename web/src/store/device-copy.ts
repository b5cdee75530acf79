import type { Timestamp } from '#core/library/day.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { EMPTY_LIBRARY, NO_ROWS, withAddedRows, type Library, type Rows } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import { newestEditStamp } from '#core/library/merge-rows.ts'
import { changesToSend, countRemovedFromFront, newestPendingStamp } from './changes-to-send.ts'
import type { PendingRow } from './local-database.ts'
import { FIRST_SYNC_POSITION, type SyncPosition } from './sync-position.ts'
import { libraryViewAfterSyncRound } from './library-view-after-sync-round.ts'

/**
 * In-memory copy of a user's database in one tab. `confirmed` contains the rows from the server. Screens show `view`,
 * which contains the same rows with the pending changes of `outbox` applied (rules ST4, ST5). Of the practice history,
 * the copy contains only the entries of the last 24 hours and those that pending changes need (rule ST29).
 */
export type DeviceCopy = {
  readonly confirmed: Library
  readonly outbox: readonly PendingRow[]
  /** Number of rejected changes. */
  readonly refused: number
  readonly position: SyncPosition
  readonly view: Library
  /** The newest edit time that was seen, in ms of the server's clock. A new edit gets a later time. */
  readonly newest: Timestamp
  /** The newest edit time among the confirmed rows. */
  readonly newestConfirmed: Timestamp
}

/**
 * What this tab or another tab has written to the database since an in-memory copy was made.
 * - 'waiting': only changes were added to the outbox (the pending changes). `entries` are practice entries that these
 *   changes need and the copy lacks.
 * - 'round': rows have changed, usually by a sync round (an exchange of changes with the server). `rows` contains only
 *   the changed rows.
 * - 'everything': all rows were replaced by `rows`.
 */
export type StoreDelta =
  | { kind: 'waiting'; added: readonly PendingRow[]; entries?: readonly Practice[] }
  | { kind: 'round'; rows: Rows; outbox: readonly PendingRow[]; position: SyncPosition; refused: number }
  | { kind: 'everything'; rows: Rows; outbox: readonly PendingRow[]; position: SyncPosition; refused: number }

/** The in-memory copy of an empty database. The first read of a database starts from this copy. */
export const EMPTY_DEVICE_COPY: DeviceCopy = {
  confirmed: EMPTY_LIBRARY,
  outbox: [],
  refused: 0,
  position: FIRST_SYNC_POSITION,
  view: EMPTY_LIBRARY,
  newest: 0,
  newestConfirmed: 0,
}

/**
 * Returns the in-memory copy updated with `news`, the later writes to the database. Returns the same object if there
 * were none.
 */
export function applyDelta(copy: DeviceCopy, news: StoreDelta): DeviceCopy {
  if (news.kind === 'waiting') {
    const holding = withEntries(copy, news.entries ?? [])
    return news.added.length === 0 ? holding : withWaiting(holding, news.added)
  }
  const { rows, outbox, position, refused } = news
  const { clockOffset } = position
  const isRound = news.kind === 'round'
  const confirmed = withAddedRows(isRound ? copy.confirmed : EMPTY_LIBRARY, rows)
  const newestConfirmed = Math.max(isRound ? copy.newestConfirmed : 0, newestEditStamp(rows))
  const isTimeSame = isRound && clockOffset === copy.position.clockOffset
  const gone = isTimeSame ? countRemovedFromFront(copy.outbox, outbox, clockOffset) : null
  const shown = gone === null ? null : libraryViewAfterSyncRound(copy, confirmed, rows, gone)
  const newest = gone === null ? null : newestAfterRound(copy, gone)
  return {
    confirmed,
    outbox,
    refused,
    position,
    view: shown ?? replayChanges(confirmed, changesToSend(outbox, clockOffset)),
    // Computed anew, because stamps in the previous copy may come from a clock that was ahead.
    newest: Math.max(newestConfirmed, newest ?? newestPendingStamp(outbox, clockOffset)),
    newestConfirmed,
  }
}

/**
 * Returns the newest stamp of the copy if it still belongs to a confirmed row or a pending change; null if it must be
 * computed.
 */
function newestAfterRound({ outbox, newest, newestConfirmed, position }: DeviceCopy, gone: number) {
  const isOfGone = newestPendingStamp(outbox.slice(0, gone), position.clockOffset) === newest
  return isOfGone && newest > newestConfirmed ? null : newest
}

/**
 * Returns true if the in-memory copy `copy` contains later writes to the database than the copy `than`. Used to keep
 * the newer copy if two operations end in the wrong order. Both must be copies of the same database.
 */
export function isNewerCopy(copy: DeviceCopy, than: DeviceCopy): boolean {
  if (copy.position.version !== than.position.version) return copy.position.version > than.position.version
  return lastOutboxSeq(copy) > lastOutboxSeq(than)
}

/**
 * Returns the sequence number of the newest row in the outbox (the pending changes) of an in-memory copy. Returns 0 if
 * the outbox is empty.
 */
export const lastOutboxSeq = (copy: DeviceCopy) => copy.outbox.at(-1)?.seq ?? 0

/** Returns the copy with more practice entries from the disk. No pending change may depend on them. */
function withEntries(copy: DeviceCopy, entries: readonly Practice[]): DeviceCopy {
  if (entries.length === 0) return copy
  const { confirmed, view } = copy
  const unseen = entries.filter(({ id }) => !view.practice.has(id))
  return {
    ...copy,
    confirmed: withAddedRows(confirmed, { ...NO_ROWS, practice: entries }),
    view: withAddedRows(view, { ...NO_ROWS, practice: unseen }),
  }
}

function withWaiting(copy: DeviceCopy, added: readonly PendingRow[]): DeviceCopy {
  const outbox = [...copy.outbox, ...added]
  const changes = changesToSend(added, copy.position.clockOffset)
  const newest = changes.reduce((latest, change) => Math.max(latest, change.at), copy.newest)
  return { ...copy, outbox, view: replayChanges(copy.view, changes), newest }
}
