import type { Change } from '#core/library/change.ts'
import { applyChange } from '#core/library/apply-change.ts'
import {
  mutableCopy,
  NO_ROWS,
  setRows,
  type Library,
  type MutableLibrary,
  type Rows,
} from '#core/library/library.ts'
import {
  addIdsOf,
  affectedBy,
  compareRows,
  isAlike,
  isEmpty,
  noIds,
  relationOf,
  type Row,
  type RowIds,
} from './affected-rows.ts'
import { changesToSend } from './changes-to-send.ts'
import type { PendingRow } from './local-database.ts'

type Copy = {
  readonly confirmed: Library
  /** What waits, replayed over what is confirmed. */
  readonly view: Library
  readonly outbox: readonly PendingRow[]
  readonly position: { readonly clockOffset: number }
}

/**
 * What screens show after a round, without replaying all that still waits (rule ST5). The server usually has what this
 * device expected of the changes it sent, so what follows them stays as it is. Where it has something else, only the
 * changes of those pieces are replayed, over what was expected and over what came, until both agree again.
 *
 * @param confirmed with the rows of the round
 * @param gone how many changes are gone from the front of the outbox; the others wait as before
 * @returns the same as a full replay; null where only a full replay can tell
 */
export function viewAfterRound(before: Copy, confirmed: Library, rows: Rows, gone: number): Library | null {
  if (gone === before.outbox.length) return confirmed
  const { clockOffset } = before.position
  const touched = noIds()
  addIdsOf(touched, rows)
  const expected = mutableCopy(before.confirmed)
  for (const change of changesToSend(before.outbox.slice(0, gone), clockOffset))
    addIdsOf(touched, applied(expected, change))
  const differing = noIds()
  compareRows(differing, expected, confirmed, touched)
  const actual = mutableCopy(confirmed)
  const waiting = () => changesToSend(before.outbox.slice(gone), clockOffset)
  if (!isEmpty(differing) && !replayDiffering(differing, expected, actual, before.view, waiting()))
    return null
  const view = mutableCopy(before.view)
  takeRevisions(view, confirmed, rows)
  takeRows(view.pieces, actual.pieces, differing.pieces)
  takeRows(view.parts, actual.parts, differing.parts)
  takeRows(view.practice, actual.practice, differing.practice)
  return view
}

/**
 * Replays the waiting changes that have to do with differing rows over both libraries until none differ any more. Gives
 * false if a change ties these rows to others.
 */
function replayDiffering(
  differing: RowIds,
  expected: MutableLibrary,
  actual: MutableLibrary,
  view: Library,
  waiting: readonly Change[],
): boolean {
  const affected = affectedBy(differing, [view, actual])
  if (affected === null) return false
  for (const change of waiting) {
    const relation = relationOf(change, affected, differing, [view, actual])
    if (relation === 'across') return false
    if (relation === 'none') continue
    const written = noIds()
    addIdsOf(written, applied(expected, change))
    addIdsOf(written, applied(actual, change))
    compareRows(differing, expected, actual, written)
    if (isEmpty(differing)) return true
  }
  return true
}

/** Applies a change and gives the rows it wrote; none where it cannot be done. */
function applied(library: MutableLibrary, change: Change): Rows {
  const outcome = applyChange(library, change)
  if (outcome.kind === 'refused') return NO_ROWS
  setRows(library, outcome.rows)
  return outcome.rows
}

/** Gives rows that came from the server their new revision, whatever waiting changes have made of them. */
function takeRevisions(view: MutableLibrary, confirmed: Library, rows: Rows): void {
  takeRevision(view.pieces, confirmed.pieces, rows.pieces)
  takeRevision(view.parts, confirmed.parts, rows.parts)
  takeRevision(view.practice, confirmed.practice, rows.practice)
}

type InView<Id, Row> = ReadonlyMap<Id, Row> & { set(id: Id, row: Row): unknown; delete(id: Id): unknown }

function takeRevision<Id, R extends Row & { id: Id }>(
  view: InView<Id, R>,
  confirmed: ReadonlyMap<Id, R>,
  rows: readonly R[],
): void {
  for (const { id } of rows) {
    const [shown, row] = [view.get(id), confirmed.get(id)]
    if (row === undefined) continue
    // The very same object where nothing waits for it, so that it is in memory once.
    const isSettled = shown === undefined || isAlike(shown, row)
    view.set(id, isSettled ? row : { ...shown, revision: row.revision })
  }
}

/** Puts rows as they are in place of those that were shown. */
function takeRows<Id, R>(view: InView<Id, R>, actual: ReadonlyMap<Id, R>, ids: Iterable<Id>): void {
  for (const id of ids) {
    const row = actual.get(id)
    if (row === undefined) view.delete(id)
    else view.set(id, row)
  }
}
