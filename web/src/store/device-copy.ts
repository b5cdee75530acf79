import type { Timestamp } from '#core/library/day.ts'
import { applyChange, replayChanges } from '#core/library/apply-change.ts'
import {
  createMutableCopy,
  EMPTY_LIBRARY,
  setRows,
  withAddedRows,
  type Library,
  type LibraryWithEntries,
  type Rows,
} from '#core/library/library.ts'
import type { PartId, PieceId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import { newestEditStamp } from '#core/library/merge.ts'
import { changesToSend, countRemovedFromFront, newestPendingStamp } from './changes-to-send.ts'
import type { PendingRow } from './local-database.ts'
import { FIRST_SYNC_POSITION, type SyncPosition } from './sync-position.ts'

/**
 * In-memory copy of a user's database in one tab. `confirmed` contains the rows from the server. Screens show `view`,
 * which contains the same rows with the pending changes of `outbox` applied (rules ST4, ST5). The practice history stays
 * on the disk; the entries of `view` are those that pending changes add or retract (rule ST29, entry-log.ts).
 */
export type DeviceCopy = {
  readonly confirmed: Library
  readonly outbox: readonly PendingRow[]
  /** Number of rejected changes. */
  readonly refused: number
  readonly position: SyncPosition
  readonly view: LibraryWithEntries
  /** The newest edit time that was seen, in ms of the server's clock. A new edit gets a later time. */
  readonly newest: Timestamp
  /** The newest edit time among the confirmed rows. */
  readonly newestConfirmed: Timestamp
}

/**
 * What this tab or another tab has written to the database since an in-memory copy was made.
 * - 'waiting': only changes were added to the outbox (the pending changes).
 * - 'round': rows have changed, usually by a sync round (an exchange of changes with the server). `rows` contains only
 *   the changed rows.
 * - 'everything': all rows were replaced by `rows`.
 */
export type StoreDelta =
  | { kind: 'waiting'; added: readonly PendingRow[] }
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
  if (news.kind === 'waiting') return news.added.length === 0 ? copy : withWaiting(copy, news.added)
  const { rows, outbox, position, refused } = news
  const { clockOffset } = position
  const isRound = news.kind === 'round'
  const { pieces, parts } = isRound ? copy.confirmed : EMPTY_LIBRARY
  const practice = EMPTY_LIBRARY.practice
  const confirmed: Library = withAddedRows({ pieces, parts, practice }, { ...rows, practice: [] })
  const newestConfirmed = Math.max(isRound ? copy.newestConfirmed : 0, newestEditStamp(rows))
  const isTimeSame = isRound && clockOffset === copy.position.clockOffset
  const gone = isTimeSame ? countRemovedFromFront(copy.outbox, outbox, clockOffset) : null
  const newest = gone === null ? null : newestAfterRound(copy, gone)
  return {
    confirmed,
    outbox,
    refused,
    position,
    view: viewAfterRound(copy, { confirmed, rows, outbox, position }, gone),
    // Computed anew, because stamps in the previous copy may come from a clock that was ahead.
    newest: Math.max(newestConfirmed, newest ?? newestPendingStamp(outbox, clockOffset)),
    newestConfirmed,
  }
}

type Round = Pick<DeviceCopy, 'confirmed' | 'outbox' | 'position'> & { readonly rows: Rows }

/**
 * Returns what screens show after a round. The previous view stays if the server answered what this device had predicted,
 * which is the rule, so that a long outbox is not replayed after each of its rounds (rule ST5). It is the same object if
 * nothing changed that a screen could show.
 */
function viewAfterRound(copy: DeviceCopy, round: Round, gone: number | null): LibraryWithEntries {
  const { confirmed, outbox, position } = round
  if (gone === 0 && round.rows.pieces.length + round.rows.parts.length === 0) {
    const isLogSame = position.entriesCursor === copy.position.entriesCursor || !position.isHistoryComplete
    return isLogSame && position.isHistoryComplete === copy.position.isHistoryComplete
      ? copy.view
      : { ...copy.view }
  }
  if (outbox.length === 0) return { ...confirmed, practice: EMPTY_LIBRARY.practice }
  if (gone !== null && isAsPredicted(copy, round, gone)) {
    const practice = new Map(copy.view.practice)
    const waiting = new Set(outbox.map(({ change }) => change.args.id))
    for (const { change } of copy.outbox.slice(0, gone))
      if (!waiting.has(change.args.id)) practice.delete(change.args.id as PracticeEntryId)
    return { ...copy.view, practice }
  }
  return replayOutbox({ confirmed, outbox, position })
}

/** Returns the confirmed rows with all pending changes applied, and the entries that these add or retract. */
export const replayOutbox = ({
  confirmed,
  outbox,
  position,
}: Pick<DeviceCopy, 'confirmed' | 'outbox' | 'position'>): LibraryWithEntries =>
  replayChanges(
    { ...confirmed, practice: retractedEntries(outbox) },
    changesToSend(outbox, position.clockOffset),
  )

/** Whether the confirmed rows are those that the first `gone` changes of the outbox make of the ones before. */
function isAsPredicted({ confirmed, outbox, position }: DeviceCopy, round: Round, gone: number): boolean {
  const predicted = createMutableCopy({ ...confirmed, practice: retractedEntries(outbox.slice(0, gone)) })
  const pieces = new Set<PieceId>(round.rows.pieces.map(({ id }) => id))
  const parts = new Set<PartId>(round.rows.parts.map(({ id }) => id))
  for (const change of changesToSend(outbox.slice(0, gone), position.clockOffset)) {
    const outcome = applyChange(predicted, change)
    if (outcome.kind === 'refused') continue
    setRows(predicted, outcome.rows)
    for (const { id } of outcome.rows.pieces) pieces.add(id)
    for (const { id } of outcome.rows.parts) parts.add(id)
  }
  return (
    [...pieces].every(id => isSameRow(predicted.pieces.get(id), round.confirmed.pieces.get(id))) &&
    [...parts].every(id => isSameRow(predicted.parts.get(id), round.confirmed.parts.get(id)))
  )
}

/** Whether two rows are equal in all but the revision. */
function isSameRow<Row extends object>(one: Row | undefined, other: Row | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return Object.entries(one).every(([field, value]) => {
    const found: unknown = Reflect.get(other, field)
    // The settings of the click are an object.
    return field === 'revision' || found === value || JSON.stringify(found) === JSON.stringify(value)
  })
}

/** The stored entries that pending changes retract, as they were before. */
function retractedEntries(outbox: readonly PendingRow[]): ReadonlyMap<PracticeEntryId, Practice> {
  const entries = new Map<PracticeEntryId, Practice>()
  for (const { entry } of outbox) if (entry !== undefined) entries.set(entry.id, entry)
  if (entries.size > 0)
    for (const { change } of outbox) if (change.kind === 'practice.add') entries.delete(change.args.id)
  return entries
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

function withWaiting(copy: DeviceCopy, added: readonly PendingRow[]): DeviceCopy {
  const outbox = [...copy.outbox, ...added]
  const changes = changesToSend(added, copy.position.clockOffset)
  const newest = changes.reduce((latest, change) => Math.max(latest, change.at), copy.newest)
  const practice = new Map([...retractedEntries(added), ...copy.view.practice])
  return { ...copy, outbox, view: replayChanges({ ...copy.view, practice }, changes), newest }
}
