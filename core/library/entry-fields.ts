import { initialValues, type Fields } from './field.ts'
import { MAX_PRACTICE_SECONDS, MIN_PLANNED_SECONDS, type EntryFields, type PracticeDetails } from './piece.ts'
import { MAX_BPM, MIN_BPM } from '#core/music/tempo.ts'

/** The fields of a practice entry. None is ever changed; only a retraction marks the entry. */
export const ENTRY_FIELDS: Fields<EntryFields> = {
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

/** Returns the details of a practice entry; null for each that is not given. */
export const practiceDetails = (given: Partial<PracticeDetails>): PracticeDetails =>
  Object.fromEntries(
    Object.entries(initialValues(ENTRY_FIELDS)).map(([name, initial]) => [
      name,
      given[name as keyof PracticeDetails] ?? initial,
    ]),
  ) as PracticeDetails
