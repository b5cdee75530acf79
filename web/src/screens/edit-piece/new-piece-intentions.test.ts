import { describe, expect, test } from 'vitest'
import { NOON, aPart, aPiece, partId, pieceId } from '#tests/library/builders.ts'
import { openedPieceWithTempos } from '#tests/library/opened-piece.ts'
import { newPieceIntentions } from './new-piece-intentions.ts'
import {
  editFormValues,
  EMPTY_EDIT_DRAFT,
  withEdited,
  withEditedPart,
  type PieceWithParts,
} from './edit-draft.ts'

const CLICK = { beats: 3, subdivision: 2 } as const

describe('a deleted piece', () => {
  const ids = { piece: pieceId(7), part: () => partId(77) }

  test('[EP15] is added anew with everything the form says, under ids of its own', () => {
    const opened: PieceWithParts = { piece: aPiece({ deletedAt: NOON }), parts: [aPart()] }
    const draft = withEditedPart(withEdited('name', EMPTY_EDIT_DRAFT, opened, ' Giga '), opened, {
      id: partId(1),
      name: null,
      tempo: '90',
    })
    expect(newPieceIntentions(opened, editFormValues(opened, draft), ids)).toEqual([
      {
        kind: 'piece.create',
        args: {
          id: pieceId(7),
          name: 'Giga',
          importance: 3,
          endTempo: 120,
          click: null,
          performOn: null,
          onHold: false,
          parts: [{ id: partId(77), name: null, currentTempo: 90 }],
        },
      },
    ])
  })

  test('[EP15] keeps the date and the hold of the form and the metronome settings of the piece', () => {
    const { piece, parts } = openedPieceWithTempos(80)
    const opened = { piece: { ...piece, click: CLICK }, parts }
    const dated = withEdited('performOn', EMPTY_EDIT_DRAFT, opened, '2026-12-24')
    const draft = withEdited('onHold', dated, opened, true)
    const intentions = newPieceIntentions(opened, editFormValues(opened, draft), ids)
    expect(intentions).toMatchObject([
      { kind: 'piece.create', args: { id: pieceId(7), click: CLICK, onHold: true, performOn: 20_811 } },
    ])
  })

  test('[EP15] is not added without a section or with one that has no tempo', () => {
    const none = openedPieceWithTempos()
    expect(newPieceIntentions(none, editFormValues(none, EMPTY_EDIT_DRAFT), ids)).toBe(null)
    const opened = openedPieceWithTempos(80, 90)
    const draft = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'section 1', tempo: '' })
    expect(newPieceIntentions(opened, editFormValues(opened, draft), ids)).toBe(null)
  })
})
