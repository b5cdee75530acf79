import { daysBetween, type Calendar, type Day } from './day.ts'
import { undeletedPieces, type Library } from './library.ts'
import type { Part, Piece, PieceId } from './piece.ts'
import { RETENTION_PERIODS } from './retention.ts'

/** A deleted piece, or a deleted section (`part`) of a piece that is there, and the day of its deletion. */
export type Restorable = { readonly piece: Piece; readonly part: Part | null; readonly day: Day }

/**
 * Returns what the user can bring back, the latest deletion first: deleted pieces, and deleted sections of the other
 * pieces, for as long as the server keeps them (rule PS18). The sections of a deleted piece come back with it.
 */
export function restorableRows(library: Library, today: Day, dayOf: Calendar): Restorable[] {
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
    .filter(({ day }) => daysBetween(day, today) < RETENTION_PERIODS.deletedDays)
}
