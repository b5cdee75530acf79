import { livingPieces, partsOf, type Library } from '#core/library.ts'
import type { PieceId } from '#core/piece.ts'

/** What a library holds, as admission asks for it; counted when it asks. */
export const holdingsOf = (library: Library) => ({
  get pieces() {
    return livingPieces(library).length
  },
  partsOf: (pieceId: PieceId) => partsOf(library, pieceId).length,
})
