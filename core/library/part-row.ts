import type { Timestamp } from './day.ts'
import type { Part, PieceId } from './piece.ts'

/** Returns the row of a part that is created now, at a position among the parts of its piece. */
export const newPartRow = (
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
  revision: 0,
  nameAt: at,
  tempoAt: at,
  positionAt: at,
})
