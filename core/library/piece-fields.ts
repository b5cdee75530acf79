import type { Fields } from './field.ts'
import { MAX_PIECE_NAME_LENGTH, MIN_PIECE_NAME_LENGTH, type PieceFields } from './piece.ts'
import { MAX_GOAL_BPM, MIN_BPM } from '#core/music/tempo.ts'

/** The fields of a piece. A new one needs a line here and in PieceFields, a column, and a place on a screen. */
export const PIECE_FIELDS: Fields<PieceFields> = {
  name: {
    kind: 'name',
    column: 'name',
    least: MIN_PIECE_NAME_LENGTH,
    most: MAX_PIECE_NAME_LENGTH,
    merges: true,
  },
  importance: { kind: 'whole', column: 'importance', least: 1, most: 5, merges: true },
  endTempo: { kind: 'whole', column: 'end_tempo', least: MIN_BPM, most: MAX_GOAL_BPM, merges: true },
  click: { kind: 'click', column: 'click', isNullable: true, initial: null, merges: true },
  performOn: { kind: 'day', column: 'perform_on', isNullable: true, initial: null, merges: true },
  onHold: { kind: 'flag', column: 'on_hold', initial: false, merges: true },
}
