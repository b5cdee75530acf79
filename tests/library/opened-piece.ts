import type { PieceWithParts } from '#web/screens/edit-piece/edit-draft.ts'
import { aPart, aPiece, bpm, partId } from './builders.ts'

export const openedPieceWithTempos = (...tempos: number[]): PieceWithParts => ({
  piece: aPiece(),
  parts: tempos.map((tempo, at) =>
    aPart({ id: partId(at + 1), name: `section ${at + 1}`, position: at, currentTempo: bpm(tempo) }),
  ),
})
