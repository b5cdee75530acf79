import { undeletedPieces, undeletedPartsOf, type Library } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'

/**
 * Returns the counts that the Free plan limits: the number of pieces, and the number of parts of a given piece. Deleted
 * pieces and parts do not count. Each number is computed only when it is read.
 */
export const countsForPlanLimits = (library: Library) => ({
  get pieces() {
    return undeletedPieces(library).length
  },
  partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
})
