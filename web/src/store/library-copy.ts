import type { Timestamp } from '#core/library/day.ts'
import { applyChange, replayChanges, definitionOfChangeKind } from '#core/library/apply-change.ts'
import {
  createMutableCopy,
  EMPTY_LIBRARY,
  upsertRowsInPlace,
  withUpsertedRows,
  type Library,
  type LibraryWithNeededEntries,
  type Rows,
  undeletedPieces,
  undeletedPartsOf,
} from '#core/library/library.ts'
import type { PieceId, PracticeEntry, PracticeEntryId, Piece, Part } from '#core/library/piece.ts'
import { newestEditStampOfRows, adjustToNewClockOffset, nextEditStamp } from '#core/library/merge.ts'
import {
  type OutboxRow,
  INITIAL_SYNC_POSITION,
  type SyncPosition,
  type LocalDatabase,
  type ReadableTables,
  readSyncPosition,
} from './local-database.ts'
import type { Change, ChangeId, Intention } from '#core/library/change.ts'
import { rowsAddPiecesOrParts, checkChangeAgainstPlanLimits } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'

export type LibraryCopy = {
  readonly confirmed: Library
  readonly outbox: readonly OutboxRow[]
  readonly rejected: number
  readonly position: SyncPosition
  /** `confirmed` with the outbox applied. Its only practice entries are those of the outbox (rule ST29). */
  readonly view: LibraryWithNeededEntries
  /** The newest edit's time by the server's clock (ME1). `newestConfirmed` leaves out pending changes. */
  readonly newest: Timestamp
  readonly newestConfirmed: Timestamp
}

export type StoreDelta =
  | { kind: 'waiting'; added: readonly OutboxRow[] }
  | ({ kind: 'round' | 'everything'; rows: Rows } & Pick<LibraryCopy, 'outbox' | 'position' | 'rejected'>)

export const EMPTY_LIBRARY_COPY: LibraryCopy = {
  confirmed: EMPTY_LIBRARY,
  outbox: [],
  rejected: 0,
  position: INITIAL_SYNC_POSITION,
  view: EMPTY_LIBRARY,
  newest: 0,
  newestConfirmed: 0,
}

export function applyStoreDelta(copy: LibraryCopy, news: StoreDelta): LibraryCopy {
  if (news.kind === 'waiting') return news.added.length === 0 ? copy : withWaiting(copy, news.added)
  const { rows, outbox, position, rejected } = news
  const { clockOffset } = position
  const isRound = news.kind === 'round'
  const { pieces, parts } = isRound ? copy.confirmed : EMPTY_LIBRARY
  const practice = EMPTY_LIBRARY.practice
  const confirmed: Library = withUpsertedRows({ pieces, parts, practice }, { ...rows, practice: [] })
  const newestConfirmed = Math.max(isRound ? copy.newestConfirmed : 0, newestEditStampOfRows(rows))
  return {
    confirmed,
    outbox,
    rejected,
    position,
    view: viewAfter(copy, { confirmed, outbox, position }, rows),
    // Computed anew, because stamps in the previous copy may come from a clock that was ahead.
    newest: Math.max(newestConfirmed, newestPendingStamp(outbox, clockOffset)),
    newestConfirmed,
  }
}

type Round = Pick<LibraryCopy, 'confirmed' | 'outbox' | 'position'>

function viewAfter(copy: LibraryCopy, round: Round, rows: Rows): LibraryWithNeededEntries {
  const { outbox, position } = round
  const isSame =
    rows.pieces.length + rows.parts.length === 0 &&
    outbox.length === copy.outbox.length &&
    outbox.at(-1)?.id === copy.outbox.at(-1)?.id &&
    position.generation === copy.position.generation &&
    position.clockOffset === copy.position.clockOffset &&
    position.isHistoryComplete === copy.position.isHistoryComplete &&
    (position.entriesCursor === copy.position.entriesCursor || !position.isHistoryComplete)
  return isSame ? copy.view : replayOutbox(round)
}

export const replayOutbox = ({ confirmed, outbox, position }: Round): LibraryWithNeededEntries =>
  replayChanges(
    { ...confirmed, practice: retractedEntries(outbox) },
    changesInServerTime(outbox, position.clockOffset),
  )

function retractedEntries(outbox: readonly OutboxRow[]): ReadonlyMap<PracticeEntryId, PracticeEntry> {
  const entries = new Map<PracticeEntryId, PracticeEntry>()
  for (const { entry } of outbox) if (entry !== undefined) entries.set(entry.id, entry)
  if (entries.size > 0)
    for (const { change } of outbox) if (change.kind === 'practice.add') entries.delete(change.args.id)
  return entries
}

export function isLibraryCopyNewer(copy: LibraryCopy, than: LibraryCopy): boolean {
  if (copy.position.version !== than.position.version) return copy.position.version > than.position.version
  return lastOutboxSeqInMemory(copy) > lastOutboxSeqInMemory(than)
}

export const lastOutboxSeqInMemory = (copy: LibraryCopy) => copy.outbox.at(-1)?.seq ?? 0

function withWaiting(copy: LibraryCopy, added: readonly OutboxRow[]): LibraryCopy {
  const outbox = [...copy.outbox, ...added]
  const changes = changesInServerTime(added, copy.position.clockOffset)
  const newest = changes.reduce((latest, change) => Math.max(latest, change.at), copy.newest)
  const practice = new Map([...retractedEntries(added), ...copy.view.practice])
  return { ...copy, outbox, view: replayChanges({ ...copy.view, practice }, changes), newest }
}

/** `clockOffset` is the server's clock minus this device's clock, in ms (rule ME1). */
export function changesInServerTime(outbox: readonly OutboxRow[], clockOffset: number): Change[] {
  let last = 0
  return outbox.map(row => {
    const at = stampOf(row, clockOffset, last)
    if (isInOrder(row)) last = at
    return row.change.at === at ? row.change : { ...row.change, at }
  })
}

function newestPendingStamp(outbox: readonly OutboxRow[], clockOffset: number): Timestamp {
  let [last, newest] = [0, 0]
  for (const row of outbox) {
    const at = stampOf(row, clockOffset, last)
    if (isInOrder(row)) last = at
    newest = Math.max(newest, at)
  }
  return newest
}

function stampOf({ change, offset, again }: OutboxRow, clockOffset: number, last: Timestamp): Timestamp {
  // Imported changes have stamps of the server's clock and keep their age (rule EX9).
  if (change.original === true) return change.at
  const at = adjustToNewClockOffset(change.at, offset, clockOffset)
  return again === true ? at : Math.max(last, at)
}

const isInOrder = ({ change, again }: OutboxRow) => change.original !== true && again !== true

export const readUpdatedLibraryCopy = (database: LocalDatabase, copy: LibraryCopy): Promise<LibraryCopy> =>
  database.read(async tables => applyStoreDelta(copy, await readStoreDelta(tables, copy)))

export async function readStoreDelta(tables: ReadableTables, copy: LibraryCopy): Promise<StoreDelta> {
  const position = (await readSyncPosition(tables)) ?? INITIAL_SYNC_POSITION
  if (position.version === copy.position.version) {
    const added = await tables.outbox.getAll(above(lastOutboxSeqInMemory(copy)))
    return { kind: 'waiting', added }
  }
  const isReplaced = position.generation !== copy.position.generation
  const [pieces, parts, outbox, rejected] = await Promise.all([
    isReplaced ? tables.pieces.getAll() : rowsAfter<Piece>(tables.pieces, copy.position.cursor),
    isReplaced ? tables.parts.getAll() : rowsAfter<Part>(tables.parts, copy.position.cursor),
    readOutbox(tables, copy, position),
    tables.rejected.count(),
  ])
  return { kind: isReplaced ? 'everything' : 'round', rows: { pieces, parts }, outbox, position, rejected }
}

async function readOutbox(
  { outbox }: ReadableTables,
  copy: LibraryCopy,
  position: SyncPosition,
): Promise<readonly OutboxRow[]> {
  const [[first], added] = await Promise.all([
    outbox.getAll(null, 1),
    outbox.getAll(above(lastOutboxSeqInMemory(copy))),
  ])
  if (first === undefined) return []
  const from = copy.outbox.findIndex(({ seq }) => seq >= first.seq)
  if (from === -1) return added
  const isSame =
    position.outboxRewrites === copy.position.outboxRewrites && copy.outbox[from]?.id === first.id
  return isSame ? [...copy.outbox.slice(from), ...added] : outbox.getAll()
}

const rowsAfter = <Row>(
  table: { index(name: 'revision'): { getAll(range: IDBKeyRange): Promise<Row[]> } },
  cursor: number,
): Promise<Row[]> => table.index('revision').getAll(above(cursor))

const above = (number: number) => IDBKeyRange.lowerBound(number, true)

export type PrepareChangesResult =
  | { kind: 'prepared'; changes: readonly Change[]; view: LibraryWithNeededEntries; newest: Timestamp }
  | { kind: 'rejected'; code: RejectionCode }

export function prepareChanges(
  copy: LibraryCopy,
  intentions: readonly Intention[],
  now: Timestamp,
  ids: readonly ChangeId[],
  times: readonly (Timestamp | null)[] = [],
): PrepareChangesResult {
  const changes: Change[] = []
  const view = createMutableCopy(copy.view)
  let { newest } = copy
  for (const [index, intention] of intentions.entries()) {
    const id = ids[index]
    if (id === undefined) throw new Error('one id for each intention')
    const stamp = nextEditStamp(now + copy.position.clockOffset, newest)
    const past = times[index] ?? null
    // An imported change keeps its old stamp, and newer changes need not follow it (rule EX9).
    if (past === null) newest = stamp
    const at = Math.min(past ?? stamp, stamp)
    const when = past === null || hasPendingChangeAtTime(copy, at) ? { at } : { at, original: true as const }
    const change: Change = { ...tidied(intention), id, ...when }
    const outcome = applyChange(view, change)
    if (outcome.kind === 'rejected') return outcome
    if (rowsAddPiecesOrParts(view, outcome.rows)) {
      const admission = checkChangeAgainstPlanLimits(change, countsForPlanLimits(view), copy.position.role)
      if (admission.kind === 'rejected') return { kind: 'rejected', code: admission.because }
    }
    upsertRowsInPlace(view, outcome.rows)
    changes.push(change)
  }
  return { kind: 'prepared', changes, view, newest }
}

/** If true, the new change's time must be adjusted to the server's clock like the pending change's (ME1). */
const hasPendingChangeAtTime = ({ outbox }: LibraryCopy, at: Timestamp): boolean =>
  outbox.some(({ change }) => change.at === at)

// Normalizes names as the server does, so that this device shows them unchanged after a sync.
const tidied = (intention: Intention): Intention =>
  // The spread keeps kind and arguments together, which the compiler cannot infer here.
  ({
    ...intention,
    args: definitionOfChangeKind(intention).withTidyNames?.(intention.args) ?? intention.args,
  }) as Intention

export const entryIdsToRetract = (intentions: readonly Intention[]): PracticeEntryId[] =>
  intentions.flatMap(({ kind, args }) => (kind === 'practice.retract' ? [args.id] : []))

export function withStoredEntries(
  copy: LibraryCopy,
  stored: readonly (PracticeEntry | undefined)[],
): LibraryCopy {
  const entries = stored.filter(entry => entry !== undefined).map(entry => [entry.id, entry] as const)
  const practice = new Map([...entries, ...copy.view.practice])
  return entries.length === 0 ? copy : { ...copy, view: { ...copy.view, practice } }
}

export const newOutboxRows = (
  copy: LibraryCopy,
  { changes, view }: Extract<PrepareChangesResult, { kind: 'prepared' }>,
): Omit<OutboxRow, 'seq'>[] =>
  changes.map(change => ({
    id: change.id,
    change,
    offset: copy.position.clockOffset,
    ...(hasPendingChangeAtTime(copy, change.at) && { again: true as const }),
    ...buildEntryBeforeRetractionField(change, view),
  }))

function buildEntryBeforeRetractionField(
  change: Change,
  { practice }: LibraryWithNeededEntries,
): Pick<OutboxRow, 'entry'> {
  const entry = change.kind === 'practice.retract' ? practice.get(change.args.id) : undefined
  return entry === undefined ? {} : { entry: { ...entry, retractedAt: null } }
}

const countsForPlanLimits = (library: Library) => ({
  get pieces() {
    return undeletedPieces(library).length
  },
  partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
})
