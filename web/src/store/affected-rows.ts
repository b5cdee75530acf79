import type { Change } from '#core/library/change.ts'
import { changeKindDefinition, type NamedRows } from '#core/library/change-kinds.ts'
import type { Library, Rows } from '#core/library/library.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeId } from '#core/library/piece.ts'

/** Ids of rows, by table. */
export type RowIds = {
  readonly pieces: Set<PieceId>
  readonly parts: Set<PartId>
  readonly practice: Set<PracticeId>
}

/** Returns empty sets of ids. */
export const noIds = (): RowIds => ({ pieces: new Set(), parts: new Set(), practice: new Set() })

/** Returns true if there is no id of any kind. */
export const isEmpty = ({ pieces, parts, practice }: RowIds) => pieces.size + parts.size + practice.size === 0

/** Adds the ids of rows to the sets. */
export function addIdsOf(ids: RowIds, rows: Rows): void {
  for (const { id } of rows.pieces) ids.pieces.add(id)
  for (const { id } of rows.parts) ids.parts.add(id)
  for (const { id } of rows.practice) ids.practice.add(id)
}

/** Notes which of these rows two libraries do not have alike, and forgets those that they do. */
export function compareRows(differing: RowIds, one: Library, other: Library, ids: RowIds): void {
  compare(differing.pieces, one.pieces, other.pieces, ids.pieces)
  compare(differing.parts, one.parts, other.parts, ids.parts)
  compare(differing.practice, one.practice, other.practice, ids.practice)
}

/** A row of any table. */
export type Row = Piece | Part | Practice

function compare<Id, R extends Row>(
  differing: Set<Id>,
  one: ReadonlyMap<Id, R>,
  other: ReadonlyMap<Id, R>,
  ids: Iterable<Id>,
): void {
  for (const id of ids)
    if (isAlike(one.get(id), other.get(id))) differing.delete(id)
    else differing.add(id)
}

/** Are two rows the same but for their revision, which no change reads? */
export function isAlike<R extends Row>(one: R | undefined, other: R | undefined): boolean {
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
 * The pieces of rows and all parts of those pieces: what a change must mention to read or write any of these rows, since
 * practice entries are read through their part. Null where a part belongs to different pieces in the libraries.
 */
export function affectedBy(rows: RowIds, libraries: readonly Library[]): RowIds | null {
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
 * Does a change have to do with affected rows: not at all, with nothing else ('inside'), or with others as well, which
 * then would be affected, too ('across')?
 */
export function relationOf(
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

/** Returns the rows that a change names. One that takes an entry back also means the piece and part of the entry. */
function mentionedBy(change: Change, libraries: readonly Library[]): Required<NamedRows> {
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
