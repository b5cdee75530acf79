import { daysBetweenOrZero, type GetLocalDay, type Day, type Timestamp } from './day.ts'
import { RETENTION_PERIODS } from './retention.ts'
import type { Part, PartId, Piece, PieceId, PracticeEntry, PracticeEntryId } from './piece.ts'

/** Contains all pieces and parts of a user, including deleted ones. */
export type Library = {
  readonly pieces: ReadonlyMap<PieceId, Piece>
  readonly parts: ReadonlyMap<PartId, Part>
}

/** `practice` has all entries of the user, or at least those needed to apply the changes at hand. */
export type LibraryWithNeededEntries = Library & {
  readonly practice: ReadonlyMap<PracticeEntryId, PracticeEntry>
}

export type MutableLibrary = {
  readonly pieces: Map<PieceId, Piece>
  readonly parts: Map<PartId, Part>
  readonly practice: Map<PracticeEntryId, PracticeEntry>
}

export type Rows = { readonly pieces: readonly Piece[]; readonly parts: readonly Part[] }

export type RowsWithEntries = Rows & { readonly practice: readonly PracticeEntry[] }

export const EMPTY_LIBRARY: LibraryWithNeededEntries = {
  pieces: new Map(),
  parts: new Map(),
  practice: new Map(),
}
export const NO_ROWS: RowsWithEntries = { pieces: [], parts: [], practice: [] }

export function withUpsertedRows(
  library: LibraryWithNeededEntries,
  rows: RowsWithEntries,
): LibraryWithNeededEntries {
  const after = createMutableCopy(library)
  upsertRowsInPlace(after, rows)
  return after
}

export const createMutableCopy = ({ pieces, parts, practice }: LibraryWithNeededEntries): MutableLibrary => ({
  pieces: new Map(pieces),
  parts: new Map(parts),
  practice: new Map(practice),
})

export function upsertRowsInPlace(library: MutableLibrary, rows: RowsWithEntries): void {
  for (const piece of rows.pieces) library.pieces.set(piece.id, piece)
  for (const part of rows.parts) library.parts.set(part.id, part)
  for (const entry of rows.practice) library.practice.set(entry.id, entry)
}

export const undeletedPieces = (library: Library): Piece[] =>
  [...library.pieces.values()].filter(piece => piece.deletedAt === null)

export const piecesOnHold = (library: Library): Piece[] =>
  undeletedPieces(library).filter(piece => piece.onHold)

/** Sorts by position, then by id. Returns no parts if the piece is deleted or missing. */
export function undeletedPartsOf(library: Library, pieceId: PieceId): Part[] {
  if (library.pieces.get(pieceId)?.deletedAt !== null) return []
  return partsOfPieceWithDeleted(library, pieceId)
    .filter(part => part.deletedAt === null)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

export const partsOfPieceWithDeleted = (library: Library, pieceId: PieceId): Part[] =>
  [...library.parts.values()].filter(part => part.pieceId === pieceId)

export function lastPracticeOfParts(parts: readonly Part[]): Timestamp | null {
  const times = parts.flatMap(({ lastPracticed }) => lastPracticed ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

/** If `part` is null, the whole piece is deleted; otherwise only this part of it is. */
export type DeletedItem = { readonly piece: Piece; readonly part: Part | null; readonly day: Day }

export function listDeletedItems(library: Library, today: Day, dayOf: GetLocalDay): DeletedItem[] {
  const living = new Map<PieceId, Piece>(undeletedPieces(library).map(piece => [piece.id, piece]))
  const found: { piece: Piece; part: Part | null; deletedAt: number }[] = []
  for (const piece of library.pieces.values())
    if (piece.deletedAt !== null) found.push({ piece, part: null, deletedAt: piece.deletedAt })
  for (const part of library.parts.values()) {
    const piece = living.get(part.pieceId)
    if (part.deletedAt !== null && part.name !== null && piece !== undefined)
      found.push({ piece, part, deletedAt: part.deletedAt })
  }
  return found
    .toSorted((a, b) => b.deletedAt - a.deletedAt)
    .map(({ deletedAt, ...rest }) => ({ ...rest, day: dayOf(deletedAt) }))
    .filter(({ day }) => daysBetweenOrZero(day, today) < RETENTION_PERIODS.deletedDays)
}
