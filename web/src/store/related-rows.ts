import type { Change } from '#core/library/change.ts'
import { changeKindDefinition, type ReferencedRowIds } from '#core/library/change-kinds.ts'
import type { Library, Rows } from '#core/library/library.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeEntryId } from '#core/library/piece.ts'

/** Sets of row ids, one set each for pieces, parts and practice entries. */
export type RowIds = {
  readonly pieces: Set<PieceId>
  readonly parts: Set<PartId>
  readonly practice: Set<PracticeEntryId>
}

/** Creates three empty sets of row ids, for pieces, parts and practice entries. */
export const createEmptyRowIdSets = (): RowIds => ({
  pieces: new Set(),
  parts: new Set(),
  practice: new Set(),
})

/** Returns true if all three sets of row ids are empty. */
export const hasNoRowIds = ({ pieces, parts, practice }: RowIds) =>
  pieces.size + parts.size + practice.size === 0

/** Adds the ids of the given rows to the sets `ids`. */
export function addRowIds(ids: RowIds, rows: Rows): void {
  for (const { id } of rows.pieces) ids.pieces.add(id)
  for (const { id } of rows.parts) ids.parts.add(id)
  for (const { id } of rows.practice) ids.practice.add(id)
}

/**
 * Updates the sets `differing`, which contain the ids of the rows that differ between two libraries. Compares the rows
 * with the ids in `ids`, ignoring their revisions. Adds an id if its two rows differ, and removes it if they are equal.
 */
export function updateDifferingRows(differing: RowIds, one: Library, other: Library, ids: RowIds): void {
  compare(differing.pieces, one.pieces, other.pieces, ids.pieces)
  compare(differing.parts, one.parts, other.parts, ids.parts)
  compare(differing.practice, one.practice, other.practice, ids.practice)
}

/** A row of the pieces, parts or practice table. */
export type LibraryRow = Piece | Part | Practice

function compare<Id, R extends LibraryRow>(
  differing: Set<Id>,
  one: ReadonlyMap<Id, R>,
  other: ReadonlyMap<Id, R>,
  ids: Iterable<Id>,
): void {
  for (const id of ids)
    if (haveRowsSameContent(one.get(id), other.get(id))) differing.delete(id)
    else differing.add(id)
}

/** Returns true if two rows are equal in every field except `revision`. Two missing rows count as equal. */
export function haveRowsSameContent<R extends LibraryRow>(one: R | undefined, other: R | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  for (const field in one) if (field !== 'revision' && !isEqual(one[field], other[field])) return false
  return true
}

// The settings of the click are an object.
const isEqual = (one: unknown, other: unknown) =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/**
 * Returns the ids of the pieces to which the given rows belong, and of all parts of these pieces. Leaves the set of
 * practice entries empty. Returns null if a part belongs to different pieces in the libraries.
 */
export function findRelatedRows(rows: RowIds, libraries: readonly Library[]): RowIds | null {
  const affected: RowIds = { pieces: new Set(rows.pieces), parts: new Set(rows.parts), practice: new Set() }
  for (const { practice } of libraries)
    for (const id of rows.practice) {
      addIfThere(affected.pieces, practice.get(id)?.pieceId)
      addIfThere(affected.parts, practice.get(id)?.partId)
    }
  for (const { parts } of libraries)
    for (const id of affected.parts) addIfThere(affected.pieces, parts.get(id)?.pieceId)
  for (const { parts } of libraries)
    for (const part of parts.values()) if (affected.pieces.has(part.pieceId)) affected.parts.add(part.id)
  for (const { parts } of libraries)
    for (const id of affected.parts) {
      const part = parts.get(id)
      if (part !== undefined && !affected.pieces.has(part.pieceId)) return null
    }
  return affected
}

function addIfThere<Id>(ids: Set<Id>, id: Id | undefined): void {
  if (id !== undefined) ids.add(id)
}

/**
 * Returns how a change is related to the pieces and parts in `affected`. The caller can skip unrelated changes.
 * - 'inside': the change refers only to these pieces and parts.
 * - 'across': the change refers to some of them and also to others. A change that refers to none of them, but to a
 *   practice entry in `differing`, is 'across', too.
 * - 'none': any other change.
 */
export function relationOfChangeToRows(
  change: Change,
  affected: RowIds,
  differing: RowIds,
  libraries: readonly Library[],
): 'none' | 'inside' | 'across' {
  const { pieces, parts, practice } = mentionedBy(change, libraries)
  const are = [...pieces.map(id => affected.pieces.has(id)), ...parts.map(id => affected.parts.has(id))]
  if (are.length > 0 && are.every(Boolean)) return 'inside'
  return are.some(Boolean) || practice.some(id => differing.practice.has(id)) ? 'across' : 'none'
}

/** Returns the rows that a change names. For a retraction it also returns the piece and the part of the entry. */
function mentionedBy(change: Change, libraries: readonly Library[]): Required<ReferencedRowIds> {
  const { pieces = [], parts = [], practice = [] } = changeKindDefinition(change).rows(change.args)
  if (change.kind !== 'practice.retract') return { pieces, parts, practice }
  const entries = libraries
    .map(library => library.practice.get(change.args.id))
    .filter(row => row !== undefined)
  return {
    pieces: entries.map(({ pieceId }) => pieceId),
    parts: entries.map(({ partId }) => partId),
    practice,
  }
}
