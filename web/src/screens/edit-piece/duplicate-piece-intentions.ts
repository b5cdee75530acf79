import type { Intention } from '#core/library/change.ts'
import { MAX_PIECE_NAME_LENGTH, normalizeName, type PartId, type PieceId } from '#core/library/piece.ts'
import { MAX_GOAL_BPM, type Bpm } from '#core/music/tempo.ts'
import { createPieceIntentions } from './create-piece-intentions.ts'
import type { PieceWithParts } from './edit-draft.ts'

/**
 * Returns the changes to store (intentions) that add a copy of a stored piece. The copy has the goal, urgency,
 * metronome settings, sections and tempos of the piece, but not its history. Current tempos above 208 bpm become 208.
 * The piece must have at least one part (rule EP23).
 */
export function duplicatePieceIntentions(
  { piece, parts }: PieceWithParts,
  name: string,
  ids: { piece: PieceId; part: () => PartId },
): Intention[] {
  const copies = parts.map(part => ({
    id: ids.part(),
    name: part.name,
    // A tempo above 208 is only ever reached in practice, and the copy has not been practiced.
    currentTempo: Math.min(part.currentTempo, MAX_GOAL_BPM) as Bpm,
  }))
  const { importance, endTempo, click } = piece
  return createPieceIntentions({ id: ids.piece, name, importance, endTempo, click }, copies)
}

/**
 * Returns a name for a copy of a piece: the name followed by the lowest unused number from 2 on, such as "Gigue (2)".
 * Shortens the name if the result would be too long.
 *
 * @param taken the names of all pieces of the user
 */
export function nameOfCopy(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map(each => each.toLowerCase()))
  const original = Array.from(name.replace(/ \(\d+\)$/, ''))
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`
    const beginning = normalizeName(original.slice(0, MAX_PIECE_NAME_LENGTH - ending.length).join(''))
    if (!used.has((beginning + ending).toLowerCase())) return beginning + ending
  }
}
