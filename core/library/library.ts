import { LayeredMap } from './layered-map.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeEntryId } from './piece.ts'

/** All pieces, parts and practice entries of a user, including deleted ones. */
export type Library = {
  readonly pieces: ReadonlyMap<PieceId, Piece>
  readonly parts: ReadonlyMap<PartId, Part>
  readonly practice: ReadonlyMap<PracticeEntryId, Practice>
}

/** A library that can be modified in place. Replaying many changes then does not copy the library for each row. */
export type MutableLibrary = {
  readonly pieces: MutableRows<PieceId, Piece>
  readonly parts: MutableRows<PartId, Part>
  readonly practice: MutableRows<PracticeEntryId, Practice>
}

type MutableRows<Id, Row> = ReadonlyMap<Id, Row> & { set(id: Id, row: Row): unknown; delete(id: Id): unknown }

/**
 * Rows of a library as lists of pieces, parts and practice entries, in the format in which they are stored and sent.
 */
export type Rows = {
  readonly pieces: readonly Piece[]
  readonly parts: readonly Part[]
  readonly practice: readonly Practice[]
}

const NONE = new Map<never, never>()
/** A library that contains no rows. */
export const EMPTY_LIBRARY: Library = createMutableCopy({ pieces: NONE, parts: NONE, practice: NONE })
/** An empty set of rows: no pieces, parts or practice entries. */
export const NO_ROWS: Rows = { pieces: [], parts: [], practice: [] }

/** Returns a copy of a library with the given rows added. They replace rows with the same id. */
export function withAddedRows(library: Library, rows: Rows): Library {
  return {
    pieces: withAll(library.pieces, rows.pieces),
    parts: withAll(library.parts, rows.parts),
    practice: withAll(library.practice, rows.practice),
  }
}

/**
 * Creates a copy of a library that can be modified in place. The copy shares unchanged rows with the original, so
 * copying a large library is cheap (rule LI14).
 */
export function createMutableCopy({ pieces, parts, practice }: Library): MutableLibrary {
  return {
    pieces: LayeredMap.over(pieces),
    parts: LayeredMap.over(parts),
    practice: LayeredMap.over(practice),
  }
}

/** Adds rows to a mutable library, in place. The new rows replace rows with the same id. */
export function setRows(library: MutableLibrary, rows: Rows): void {
  for (const piece of rows.pieces) library.pieces.set(piece.id, piece)
  for (const part of rows.parts) library.parts.set(part.id, part)
  for (const entry of rows.practice) library.practice.set(entry.id, entry)
}

/** Returns the pieces that are not deleted, in no particular order. */
export const undeletedPieces = (library: Library): Piece[] =>
  [...library.pieces.values()].filter(piece => piece.deletedAt === null)

/** Returns the pieces that are on hold (not practiced for now) and not deleted, in no particular order (rule OH1). */
export const piecesOnHold = (library: Library): Piece[] =>
  undeletedPieces(library).filter(piece => piece.onHold)

/**
 * Returns the parts of a piece that are not deleted, sorted by position, then by id. Returns an empty list if the piece
 * itself is deleted or missing.
 */
export function undeletedPartsOf(library: Library, pieceId: PieceId): Part[] {
  if (library.pieces.get(pieceId)?.deletedAt !== null) return []
  return allPartsOf(library, pieceId)
    .filter(part => part.deletedAt === null)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/** Returns the parts of a piece, including deleted ones, in no particular order. */
export const allPartsOf = (library: Library, pieceId: PieceId): Part[] =>
  [...library.parts.values()].filter(part => part.pieceId === pieceId)

function withAll<Id, Row extends { id: Id }>(
  map: ReadonlyMap<Id, Row>,
  rows: readonly Row[],
): ReadonlyMap<Id, Row> {
  if (rows.length === 0) return map
  if (map.size === 0) return LayeredMap.over(new Map(rows.map(row => [row.id, row])))
  const after = LayeredMap.over(map)
  for (const row of rows) after.set(row.id, row)
  return after
}
