import { undeletedPieces, undeletedPartsOf, type Library } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'

/**
 * Returns the numbers of pieces and parts that the limits of the Free plan count. Each number is computed only when it
 * is read.
 */
export const countsForPlanLimits = (library: Library) => ({
  get pieces() {
    return undeletedPieces(library).length
  },
  partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
})
