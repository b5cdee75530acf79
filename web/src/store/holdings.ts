import { livingPieces, livingPartsOf, type Library } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'

/** Returns the counts of a library that the plan's limits need; each is computed on demand. */
export const holdingsOf = (library: Library) => ({
  get pieces() {
    return livingPieces(library).length
  },
  partsOf: (pieceId: PieceId) => livingPartsOf(library, pieceId).length,
})
