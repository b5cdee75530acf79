import {
  MAX_PIECE_NAME_LENGTH,
  MIN_PIECE_NAME_LENGTH,
  MAX_PART_NAME_LENGTH,
  MAX_PART_POSITION,
  MIN_PART_NAME_LENGTH,
  MAX_PRACTICE_SECONDS,
  MIN_PLANNED_SECONDS,
  type PieceFields,
  type PartFields,
  type EntryFields,
  type PracticeDetails,
} from './piece.ts'
import { MAX_GOAL_BPM, MIN_BPM, MAX_BPM } from '#core/music/tempo.ts'

/** A 'day' counts days, a 'time' ms since 1970. A 'uuid' identifies what has no row, e.g. a run-through. */
export type FieldKind = 'text' | 'id' | 'uuid' | 'whole' | 'day' | 'time' | 'flag' | 'click'

export type FieldSpec<Value> = {
  readonly kind: FieldKind
  readonly column: string
  /** The value in a new row that does not set the field. If absent, every new row must set the field. */
  readonly initial?: Value
  readonly isNullable?: true
  /** If devices disagree, the latest edit wins. */
  readonly isEditable?: true
  /** The limits of a number, or of the length of a text in code points. */
  readonly least?: number
  readonly most?: number
}

export type FieldSpecs<Values> = { readonly [Name in keyof Values]: FieldSpec<Values[Name]> }

export type AnyFieldSpecs = Readonly<Record<string, FieldSpec<unknown>>>

export const initialValues = (fields: AnyFieldSpecs): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )

/** CONTRIBUTING ("A field of a piece") lists the steps to add a field. */
export const PIECE_FIELDS: FieldSpecs<PieceFields> = {
  name: {
    kind: 'text',
    column: 'name',
    least: MIN_PIECE_NAME_LENGTH,
    most: MAX_PIECE_NAME_LENGTH,
    isEditable: true,
  },
  importance: { kind: 'whole', column: 'importance', least: 1, most: 5, isEditable: true },
  endTempo: { kind: 'whole', column: 'end_tempo', least: MIN_BPM, most: MAX_GOAL_BPM, isEditable: true },
  click: { kind: 'click', column: 'click', isNullable: true, initial: null, isEditable: true },
  performOn: { kind: 'day', column: 'perform_on', isNullable: true, initial: null, isEditable: true },
  onHold: { kind: 'flag', column: 'on_hold', initial: false, isEditable: true },
}

export const PART_FIELDS: FieldSpecs<PartFields> = {
  pieceId: { kind: 'id', column: 'piece_id' },
  name: {
    kind: 'text',
    column: 'name',
    isNullable: true,
    least: MIN_PART_NAME_LENGTH,
    most: MAX_PART_NAME_LENGTH,
    isEditable: true,
  },
  position: { kind: 'whole', column: 'position', least: 0, most: MAX_PART_POSITION, isEditable: true },
  currentTempo: { kind: 'whole', column: 'current_tempo', least: MIN_BPM, most: MAX_BPM, isEditable: true },
  lastPracticed: { kind: 'time', column: 'last_practiced', isNullable: true, initial: null },
}

export const ENTRY_FIELDS: FieldSpecs<EntryFields> = {
  pieceId: { kind: 'id', column: 'piece_id' },
  partId: { kind: 'id', column: 'part_id' },
  tempo: { kind: 'whole', column: 'tempo', least: MIN_BPM, most: MAX_BPM },
  seconds: {
    kind: 'whole',
    column: 'seconds',
    isNullable: true,
    initial: null,
    least: 1,
    most: MAX_PRACTICE_SECONDS,
  },
  plannedSeconds: {
    kind: 'whole',
    column: 'planned_seconds',
    isNullable: true,
    initial: null,
    least: MIN_PLANNED_SECONDS,
    most: MAX_PRACTICE_SECONDS,
  },
  day: { kind: 'day', column: 'day', isNullable: true, initial: null },
  firstTryClean: { kind: 'flag', column: 'first_try_clean', isNullable: true, initial: null },
  runThroughId: { kind: 'uuid', column: 'run_through_id', isNullable: true, initial: null },
}

export const fillDetails = (given: Partial<PracticeDetails>): PracticeDetails =>
  Object.fromEntries(
    Object.entries(initialValues(ENTRY_FIELDS)).map(([name, initial]) => [
      name,
      given[name as keyof PracticeDetails] ?? initial,
    ]),
  ) as PracticeDetails
