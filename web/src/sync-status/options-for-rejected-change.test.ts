import { expect, test } from 'vitest'
import type { Intention } from '#core/library/change.ts'
import { EMPTY_LIBRARY, withAddedRows } from '#core/library/library.ts'
import { REJECTION_CODES, type RejectionCode } from '#core/protocol/problem.ts'
import { aChange, aPart, aPiece, bpm, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import type { RejectedRow } from '#web/store/local-database.ts'
import { optionsForRejectedChange } from './options-for-rejected-change.ts'

const rows = (pieces = [aPiece()], parts = [aPart()]) =>
  withAddedRows(EMPTY_LIBRARY, { pieces, parts, practice: [] })
const rename: Intention = { kind: 'piece.patch', args: { id: pieceId(1), name: 'Giga' } }
const practice: Intention = {
  kind: 'practice.add',
  args: { id: practiceId(1), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) },
}
const create: Intention = {
  kind: 'piece.create',
  args: {
    id: pieceId(9),
    name: 'Giga',
    importance: 3,
    endTempo: bpm(120),
    parts: [{ id: partId(9), name: null, currentTempo: bpm(60) }],
  },
}

function refused(code: RejectionCode, intention: Intention): RejectedRow {
  const change = aChange(intention)
  return { id: change.id, change, offset: 0, code, at: NOON }
}

const four = rows([1, 2, 3, 4].map(number => aPiece({ id: pieceId(number) })))

test('[RC2] over a limit of the Free plan Pro is offered, and another attempt where there is room by now', () => {
  const tooMany = refused('too-many-pieces', create)
  expect(optionsForRejectedChange(tooMany, four, null)).toEqual({
    upgrade: 'pieces',
    retry: false,
    edit: false,
  })
  expect(optionsForRejectedChange(tooMany, rows(), null)).toEqual({ upgrade: null, retry: true, edit: false })
  expect(optionsForRejectedChange(tooMany, four, 'pro')).toEqual({ upgrade: null, retry: true, edit: false })
})

test('[RC2] what was deleted comes back by no attempt; its form is offered where there is one', () => {
  const gone = rows([aPiece({ deletedAt: NOON })])
  expect(optionsForRejectedChange(refused('deleted', rename), gone, null)).toEqual({
    upgrade: null,
    retry: false,
    edit: true,
  })
  expect(optionsForRejectedChange(refused('deleted', rename), EMPTY_LIBRARY, null)).toMatchObject({
    edit: false,
  })
  expect(optionsForRejectedChange(refused('deleted', practice), gone, null)).toEqual({
    upgrade: null,
    retry: false,
    edit: false,
  })
})

test('[RC2] a move has no form that could show it', () => {
  const move: Intention = { kind: 'part.patch', args: { id: partId(1), position: 2 } }
  expect(optionsForRejectedChange(refused('invalid', move), rows(), null)).toMatchObject({
    retry: true,
    edit: false,
  })
  const named: Intention = { kind: 'part.patch', args: { id: partId(1), position: 2, name: 'Coda' } }
  expect(optionsForRejectedChange(refused('invalid', named), rows(), null)).toMatchObject({
    retry: true,
    edit: true,
  })
})

test.each(REJECTION_CODES.filter(code => !/^(deleted|too-many)/.test(code)))(
  '[RC2] another attempt is offered after %s',
  code => {
    expect(optionsForRejectedChange(refused(code, rename), rows(), null).retry).toBe(true)
    expect(optionsForRejectedChange(refused(code, practice), rows(), null)).toMatchObject({
      retry: true,
      edit: false,
    })
  },
)
