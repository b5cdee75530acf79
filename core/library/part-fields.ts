import type { Timestamp } from './day.ts'
import type { Fields } from './field.ts'
import { MAX_PART_NAME_LENGTH, MAX_PART_POSITION, MIN_PART_NAME_LENGTH, type PieceId } from './piece.ts'
import { MAX_BPM, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

/** What is known of a part: by the musician's word, and of its last practice. */
export type PartFields = {
  readonly pieceId: PieceId
  /** Null for the only part of a piece that is not split into sections. */
  readonly name: string | null
  /** Sections are shown by position, then by id. Two can have the same position if two devices have moved sections. */
  readonly position: number
  readonly currentTempo: Bpm
  readonly lastPracticed: Timestamp | null
}

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
