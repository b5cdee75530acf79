import { livingPieces, type Library } from '#core/library.ts'
import type { Part, Piece, PieceId } from '#core/piece.ts'
import { progressColor, progressOf, shownPercent, type ProgressColor } from '#core/progress.ts'
import type { Bpm } from '#core/tempo.ts'

/** A piece as its card shows it. */
export type PieceCard = {
  readonly id: PieceId
  readonly name: string
  readonly endTempo: Bpm
  /** Null for a piece whose parts were all deleted on other devices (D20). */
  readonly progress: { readonly percent: number; readonly color: ProgressColor } | null
}

/** The living pieces as cards, by name as `language` sorts (spec 2, rules PS1-PS3). */
export function pieceCards(library: Library, language: string): PieceCard[] {
  // Numeric, so that "Kreutzer 10" comes after "Kreutzer 9".
  const collator = new Intl.Collator(language, { numeric: true })
  const parts = Map.groupBy(library.parts.values(), part => part.pieceId)
  return livingPieces(library)
    .map(piece => cardOf(piece, parts.get(piece.id) ?? []))
    .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

/** The word beside the notehead, as a key of the texts under `progress` (rule PS4). */
export function progressWord({ percent, color }: { percent: number; color: ProgressColor }) {
  return percent >= 100 ? 'atGoal' : color
}

function cardOf(piece: Piece, parts: readonly Part[]): PieceCard {
  const living = parts.filter(part => part.deletedAt === null)
  const percent = progressOf(living, piece.endTempo)
  return {
    id: piece.id,
    name: piece.name,
    endTempo: piece.endTempo,
    progress: percent === null ? null : { percent: shownPercent(percent), color: progressColor(percent) },
  }
}
