import type { Timestamp } from './day.ts'
import type { Part, PieceId } from './piece.ts'

/**
 * Creates the row of a new part at a position in its piece. `at` becomes the creation time and the edit time of every
 * field.
 */
export const createPartRow = (
  part: Pick<Part, 'id' | 'name' | 'currentTempo'>,
  pieceId: PieceId,
  position: number,
  at: Timestamp,
): Part => ({
  id: part.id,
  pieceId,
  name: part.name,
  position,
  currentTempo: part.currentTempo,
  createdAt: at,
  lastPracticed: null,
  deletedAt: null,
  restoredAt: null,
  revision: 0,
  nameAt: at,
  tempoAt: at,
  positionAt: at,
})
