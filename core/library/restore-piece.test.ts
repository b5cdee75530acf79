import { expect, test } from 'vitest'
import { aChange, aLibrary, aPart, aPiece, aPractice, partId, pieceId } from '#tests/library/builders.ts'
import type { Intention } from './change.ts'
import { applyChange } from './apply-change.ts'
import { EMPTY_LIBRARY, NO_ROWS, undeletedPartsOf, withAddedRows, type Library } from './library.ts'

const deletePiece: Intention = { kind: 'piece.delete', args: { id: pieceId(1) } }
const restorePiece: Intention = { kind: 'piece.restore', args: { id: pieceId(1) } }
const before = withAddedRows(
  aLibrary({
    pieces: [aPiece()],
    parts: [aPart({ name: 'Theme' }), aPart({ id: partId(2), name: 'Coda', position: 1 })],
  }),
  { ...NO_ROWS, practice: [aPractice()] },
)

function after(library: Library, ...intentions: Intention[]): Library {
  return intentions.reduce((library, intention) => {
    const outcome = applyChange(library, aChange(intention))
    if (outcome.kind === 'refused') throw new Error(outcome.code)
    return withAddedRows(library, outcome.rows)
  }, library)
}

test('[LI20] a deleted piece is as it was, with its parts, tempos and history', () => {
  expect(after(before, deletePiece, restorePiece)).toEqual(before)
})

test('[LI20] a section that was deleted by itself stays deleted', () => {
  const deletePart: Intention = { kind: 'part.delete', args: { id: partId(2) } }
  const restored = after(before, deletePart, deletePiece, restorePiece)
  expect(undeletedPartsOf(restored, pieceId(1)).map(({ name }) => name)).toEqual(['Theme'])
})

test('[LI20] of a piece that is there it changes nothing', () => {
  expect(applyChange(before, aChange(restorePiece))).toEqual({ kind: 'applied', rows: NO_ROWS })
})

test('[LI12] of a piece that does not exist: not-found', () => {
  expect(applyChange(EMPTY_LIBRARY, aChange(restorePiece))).toEqual({ kind: 'refused', code: 'not-found' })
})
