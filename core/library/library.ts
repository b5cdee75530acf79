import { LayeredMap } from './layered-map.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeId } from './piece.ts'

/** A user's pieces, parts and practice entries, deleted ones included. */
export type Library = {
  readonly pieces: ReadonlyMap<PieceId, Piece>
  readonly parts: ReadonlyMap<PartId, Part>
  readonly practice: ReadonlyMap<PracticeId, Practice>
}

/** A library that is changed in place, because a copy for each row would cost too much. */
export type MutableLibrary = {
  readonly pieces: MutableRows<PieceId, Piece>
  readonly parts: MutableRows<PartId, Part>
  readonly practice: MutableRows<PracticeId, Practice>
}

type MutableRows<Id, Row> = ReadonlyMap<Id, Row> & { set(id: Id, row: Row): unknown; delete(id: Id): unknown }

/** Rows as they are stored and sent. */
export type Rows = {
  readonly pieces: readonly Piece[]
  readonly parts: readonly Part[]
  readonly practice: readonly Practice[]
}

const NONE = new Map<never, never>()
/** A library without any rows. */
export const EMPTY_LIBRARY: Library = mutableCopy({ pieces: NONE, parts: NONE, practice: NONE })
/** No rows of any kind. */
export const NO_ROWS: Rows = { pieces: [], parts: [], practice: [] }

/** Returns a new library in which `rows` replace or join the existing rows. */
export function withRows(library: Library, rows: Rows): Library {
  return {
    pieces: withAll(library.pieces, rows.pieces),
    parts: withAll(library.parts, rows.parts),
    practice: withAll(library.practice, rows.practice),
  }
}

/** A copy of a library that may be changed in place; it costs what is changed in it, not what is there (rule LI14). */
export function mutableCopy({ pieces, parts, practice }: Library): MutableLibrary {
  return {
    pieces: LayeredMap.over(pieces),
    parts: LayeredMap.over(parts),
    practice: LayeredMap.over(practice),
  }
}

/** Writes rows into a mutable library. */
export function setRows(library: MutableLibrary, rows: Rows): void {
  for (const piece of rows.pieces) library.pieces.set(piece.id, piece)
  for (const part of rows.parts) library.parts.set(part.id, part)
  for (const entry of rows.practice) library.practice.set(entry.id, entry)
}

/** Returns the pieces that are not deleted, in no particular order. */
export const livingPieces = (library: Library): Piece[] =>
  [...library.pieces.values()].filter(piece => piece.deletedAt === null)

/** Returns the pieces that are not deleted and on hold, in no particular order (rule OH1). */
export const piecesOnHold = (library: Library): Piece[] => livingPieces(library).filter(piece => piece.onHold)

/** Returns the parts of a piece that are not deleted, by position. Returns none if the piece is deleted. */
export function livingPartsOf(library: Library, pieceId: PieceId): Part[] {
  if (library.pieces.get(pieceId)?.deletedAt !== null) return []
  return allPartsOf(library, pieceId)
    .filter(part => part.deletedAt === null)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/** Returns the parts of a piece, deleted ones included, in no particular order. */
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
