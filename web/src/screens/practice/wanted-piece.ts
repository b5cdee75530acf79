import { parsePieceId, type PieceId } from '#core/library/piece.ts'

const PIECE = 'piece'

/** Returns the piece that /practice?piece=… asks to practice, or null (rule PX39). */
export const pieceFromQuery = (search: string): PieceId | null =>
  parsePieceId(new URLSearchParams(search).get(PIECE))

/** Returns a query without the piece, because a reload must continue the routine and not start it again. */
export function withoutPieceInQuery(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(PIECE)
  return query.size === 0 ? '' : `?${query}`
}
