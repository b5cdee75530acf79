import type { Change } from '#core/library/change.ts'
import { applyChange } from '#core/library/apply-change.ts'
import {
  createMutableCopy,
  NO_ROWS,
  setRows,
  type Library,
  type MutableLibrary,
  type Rows,
} from '#core/library/library.ts'
import {
  addRowIds,
  findRelatedRows,
  updateDifferingRows,
  haveRowsSameContent,
  hasNoRowIds,
  createEmptyRowIdSets,
  relationOfChangeToRows,
  type LibraryRow,
  type RowIds,
} from './related-rows.ts'
import { changesToSend } from './changes-to-send.ts'
import type { PendingRow } from './local-database.ts'

type Copy = {
  readonly confirmed: Library
  /** The confirmed rows with the outbox replayed over them. */
  readonly view: Library
  readonly outbox: readonly PendingRow[]
  readonly position: { readonly clockOffset: number }
}

/**
 * Returns the library that screens show after a sync round (one exchange of changes with the server). Usually the
 * server's rows equal the rows that this device has predicted, and the previous view stays valid. Otherwise, applies
 * only the pending changes of the pieces whose rows differ, because applying all of them again would be slow (rule
 * ST5).
 *
 * @param before the in-memory copy before the round
 * @param confirmed all rows from the server after the round
 * @param rows the rows that arrived in the round
 * @param gone number of changes that the round has removed from the front of the outbox; the rest of the outbox must be
 *   unchanged
 * @returns the same library as applying all pending changes to `confirmed`; null if this shortcut is impossible
 */
export function libraryViewAfterSyncRound(
  before: Copy,
  confirmed: Library,
  rows: Rows,
  gone: number,
): Library | null {
  if (gone === before.outbox.length) return confirmed
  const { clockOffset } = before.position
  const touched = createEmptyRowIdSets()
  addRowIds(touched, rows)
  const expected = createMutableCopy(before.confirmed)
  for (const change of changesToSend(before.outbox.slice(0, gone), clockOffset))
    addRowIds(touched, applied(expected, change))
  const differing = createEmptyRowIdSets()
  updateDifferingRows(differing, expected, confirmed, touched)
  const actual = createMutableCopy(confirmed)
  const waiting = () => changesToSend(before.outbox.slice(gone), clockOffset)
  if (!hasNoRowIds(differing) && !replayDiffering(differing, expected, actual, before.view, waiting()))
    return null
  const view = createMutableCopy(before.view)
  takeRevisions(view, confirmed, rows)
  takeRows(view.pieces, actual.pieces, differing.pieces)
  takeRows(view.parts, actual.parts, differing.parts)
  takeRows(view.practice, actual.practice, differing.practice)
  return view
}

/**
 * Replays the pending changes of the differing rows over both libraries until no row differs. Returns false if a
 * change connects these rows to others.
 */
function replayDiffering(
  differing: RowIds,
  expected: MutableLibrary,
  actual: MutableLibrary,
  view: Library,
  waiting: readonly Change[],
): boolean {
  const affected = findRelatedRows(differing, [view, actual])
  if (affected === null) return false
  for (const change of waiting) {
    const relation = relationOfChangeToRows(change, affected, differing, [view, actual])
    if (relation === 'across') return false
    if (relation === 'none') continue
    const written = createEmptyRowIdSets()
    addRowIds(written, applied(expected, change))
    addRowIds(written, applied(actual, change))
    updateDifferingRows(differing, expected, actual, written)
    if (hasNoRowIds(differing)) return true
  }
  return true
}

/** Applies a change to the library and returns the rows it wrote; none if it cannot be applied. */
function applied(library: MutableLibrary, change: Change): Rows {
  const outcome = applyChange(library, change)
  if (outcome.kind === 'refused') return NO_ROWS
  setRows(library, outcome.rows)
  return outcome.rows
}

/** Copies the revisions of rows from the server to the view, even if pending changes have modified the rows. */
function takeRevisions(view: MutableLibrary, confirmed: Library, rows: Rows): void {
  takeRevision(view.pieces, confirmed.pieces, rows.pieces)
  takeRevision(view.parts, confirmed.parts, rows.parts)
  takeRevision(view.practice, confirmed.practice, rows.practice)
}

type InView<Id, Row> = ReadonlyMap<Id, Row> & { set(id: Id, row: Row): unknown; delete(id: Id): unknown }

function takeRevision<Id, R extends LibraryRow & { id: Id }>(
  view: InView<Id, R>,
  confirmed: ReadonlyMap<Id, R>,
  rows: readonly R[],
): void {
  for (const { id } of rows) {
    const [shown, row] = [view.get(id), confirmed.get(id)]
    if (row === undefined) continue
    // The same object if no change is pending for it, so that it is in memory only once.
    const isSettled = shown === undefined || haveRowsSameContent(shown, row)
    view.set(id, isSettled ? row : { ...shown, revision: row.revision })
  }
}

/** Replaces rows of the view by those of `actual`. */
function takeRows<Id, R>(view: InView<Id, R>, actual: ReadonlyMap<Id, R>, ids: Iterable<Id>): void {
  for (const id of ids) {
    const row = actual.get(id)
    if (row === undefined) view.delete(id)
    else view.set(id, row)
  }
}
