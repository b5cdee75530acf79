import type { Intention } from '#core/library/change.ts'
import { EMPTY_LIBRARY, withAddedRows, type Library } from '#core/library/library.ts'
import { aPart, aPiece, aPractice, bpm, partId, pieceId, practiceId } from '#tests/library/builders.ts'

const PARTS = 40

/** Creates a library of one piece with 40 parts and this many practice entries, spread over them. */
export const aPracticedLibrary = (entries: number): Library =>
  withAddedRows(EMPTY_LIBRARY, {
    pieces: [aPiece()],
    parts: Array.from({ length: PARTS }, (_, number) => aPart({ id: partId(number) })),
    practice: Array.from({ length: entries }, (_, number) =>
      aPractice({ id: practiceId(number), partId: partId(number % PARTS) }),
    ),
  })

/** Creates a change that saves a tempo of one of its parts. `number` determines the entry's id and the part. */
export const practiceInLibrary = (number: number) =>
  ({
    kind: 'practice.add',
    args: { id: practiceId(number), pieceId: pieceId(1), partId: partId(number % PARTS), tempo: bpm(90) },
  }) satisfies Intention
