import type { Fields } from './field.ts'
import { MAX_PART_NAME_LENGTH, MAX_PART_POSITION, MIN_PART_NAME_LENGTH, type PartFields } from './piece.ts'
import { MAX_BPM, MIN_BPM } from '#core/music/tempo.ts'

/** The fields of a part. */
export const PART_FIELDS: Fields<PartFields> = {
  pieceId: { kind: 'id', column: 'piece_id' },
  name: {
    kind: 'name',
    column: 'name',
    isNullable: true,
    least: MIN_PART_NAME_LENGTH,
    most: MAX_PART_NAME_LENGTH,
    merges: true,
  },
  position: { kind: 'whole', column: 'position', least: 0, most: MAX_PART_POSITION, merges: true },
  currentTempo: { kind: 'whole', column: 'current_tempo', least: MIN_BPM, most: MAX_BPM, merges: true },
  lastPracticed: { kind: 'time', column: 'last_practiced', isNullable: true, initial: null },
}
