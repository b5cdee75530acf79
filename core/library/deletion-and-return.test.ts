import { expect, test } from 'vitest'
import {
  aChange,
  aLibrary,
  aPart,
  aPiece,
  aPractice,
  bpm,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { visibleLibrary } from '#tests/sync/visible-library.ts'
import { dayAtUtcOffset } from './day.ts'
import type { Intention } from './change.ts'
import { applyChange } from './apply-change.ts'
import {
  NO_ROWS,
  listDeletedItems,
  undeletedPartsOf,
  undeletedPieces,
  withUpsertedRows,
  type LibraryWithNeededEntries,
} from './library.ts'

const deletePart: Intention = { kind: 'part.delete', args: { id: partId(2) } }
const restorePart: Intention = { kind: 'part.restore', args: { id: partId(2), pieceId: pieceId(1) } }
const deletePiece: Intention = { kind: 'piece.delete', args: { id: pieceId(1) } }
const restorePiece: Intention = { kind: 'piece.restore', args: { id: pieceId(1) } }
const before = withUpsertedRows(
  aLibrary({
    pieces: [aPiece()],
    parts: [aPart({ name: 'Theme' }), aPart({ id: partId(2), name: 'Coda', position: 1 })],
  }),
  { ...NO_ROWS, practice: [aPractice()] },
)

function after(library: LibraryWithNeededEntries, ...intentions: Intention[]): LibraryWithNeededEntries {
  return applyTimed(library, ...intentions.map((intention, place) => [intention, place] as const))
}

function applyTimed(
  library: LibraryWithNeededEntries,
  ...intentions: (readonly [intention: Intention, second: number])[]
): LibraryWithNeededEntries {
  return intentions.reduce((library, [intention, second]) => {
    const outcome = applyChange(library, aChange(intention, { at: NOON + 1000 * second }))
    if (outcome.kind === 'rejected') throw new Error(outcome.code)
    return withUpsertedRows(library, outcome.rows)
  }, library)
}

test('[LI20] a deleted piece is as it was, with its parts, tempos and history', () => {
  expect(visibleLibrary(after(before, deletePiece, restorePiece))).toEqual(visibleLibrary(before))
})

test('[LI20] a section that was deleted by itself stays deleted', () => {
  const restored = after(before, deletePart, deletePiece, restorePiece)
  expect(namesOf(restored)).toEqual(['Theme'])
  const deletedMeanwhile = after(before, deletePiece, deletePart, restorePiece)
  expect(namesOf(deletedMeanwhile)).toEqual(['Theme'])
})

test('[LI20] a deleted section is as it was, at its place, with its tempo and what was practiced meanwhile', () => {
  const entry: Intention = {
    kind: 'practice.add',
    args: { id: practiceId(2), pieceId: pieceId(1), partId: partId(2), tempo: bpm(96) },
  }
  const restored = after(before, deletePart, entry, restorePart)
  expect(namesOf(restored)).toEqual(['Theme', 'Coda'])
  expect(restored.parts.get(partId(2))).toMatchObject({ currentTempo: 96, lastPracticed: NOON + 1000 })
})

test('[LI20] a section comes back only to a piece that is there', () => {
  const bothDeleted = after(before, deletePart, deletePiece)
  expect(applyChange(bothDeleted, aChange(restorePart))).toEqual({ kind: 'rejected', code: 'deleted' })
  const elsewhere: Intention = { kind: 'part.restore', args: { id: partId(2), pieceId: pieceId(2) } }
  expect(applyChange(after(before, deletePart), aChange(elsewhere))).toEqual({
    kind: 'rejected',
    code: 'not-found',
  })
})

test('[LI20] restoring a piece or section that is not deleted changes nothing that is seen', () => {
  expect(visibleLibrary(after(before, restorePiece, restorePart))).toEqual(visibleLibrary(before))
})

test('[LI20] of a deletion and a restoration the later wins, whichever arrives first', () => {
  const isThere = (library: LibraryWithNeededEntries) => undeletedPieces(library).length === 1
  expect(isThere(applyTimed(before, [restorePiece, 3], [deletePiece, 2]))).toBe(true)
  expect(isThere(applyTimed(before, [deletePiece, 1], [restorePiece, 3], [deletePiece, 2]))).toBe(true)
  expect(isThere(applyTimed(before, [deletePiece, 1], [restorePiece, 3], [deletePiece, 4]))).toBe(false)
  expect(isThere(applyTimed(before, [deletePiece, 4], [restorePiece, 3]))).toBe(false)
  expect(namesOf(applyTimed(before, [restorePart, 3], [deletePart, 2]))).toEqual(['Theme', 'Coda'])
  expect(namesOf(applyTimed(before, [deletePart, 4], [restorePart, 3]))).toEqual(['Theme'])
})

const namesOf = (library: LibraryWithNeededEntries) =>
  undeletedPartsOf(library, pieceId(1)).map(({ name }) => name)

const DAY = 86_400_000
const utcDay = (at: number) => dayAtUtcOffset(at, 0)
const today = utcDay(NOON)

test('[PS18] deleted pieces, and deleted sections of the others, can be brought back, the latest first', () => {
  const library = aLibrary({
    pieces: [aPiece({ name: 'Gigue' }), aPiece({ id: pieceId(2), name: 'Waltz', deletedAt: NOON - DAY })],
    parts: [
      aPart({ name: 'Theme' }),
      aPart({ id: partId(2), name: 'Coda', deletedAt: NOON - 2 * DAY }),
      aPart({ id: partId(3), name: 'Trio', pieceId: pieceId(2), deletedAt: NOON }),
    ],
  })
  const rows = listDeletedItems(library, today, utcDay)
  expect(rows.map(({ piece, part, day }) => [piece.name, part?.name, today - day])).toEqual([
    ['Waltz', undefined, 1],
    ['Gigue', 'Coda', 2],
  ])
})

test('[PS18] after 180 days nothing can be brought back, because the server forgets it', () => {
  const deleted = (days: number) => aLibrary({ pieces: [aPiece({ deletedAt: NOON - days * DAY })] })
  expect(listDeletedItems(deleted(179), today, utcDay)).toHaveLength(1)
  expect(listDeletedItems(deleted(180), today, utcDay)).toEqual([])
})
