import { parsePieceId, type PieceId } from '#core/library/piece.ts'

const PIECE = 'piece'

/**
 * Returns the id of the piece in a query string such as that of /practice?piece=…, or null if the id is missing or
 * invalid (rule PS14).
 */
export const pieceFromQuery = (search: string): PieceId | null =>
  parsePieceId(new URLSearchParams(search).get(PIECE))

/**
 * Returns a query string without its `piece` parameter, which starts a routine of that piece. A reload of the page then
 * continues the routine instead of starting it again.
 */
export function withoutPieceInQuery(search: string): string {
  const query = new URLSearchParams(search)
  query.delete(PIECE)
  return query.size === 0 ? '' : `?${query}`
}
