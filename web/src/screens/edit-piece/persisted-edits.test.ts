import { expect, test } from 'vitest'
import { partId } from '#tests/library/builders.ts'
import { openedPieceWithTempos } from '#tests/library/opened-piece.ts'
import {
  EMPTY_EDIT_DRAFT,
  withEdited,
  withoutPart,
  withEditedPart,
  withMovedSection,
  type EditDraft,
} from './edit-draft.ts'
import { parsePersistedEdits } from './persisted-edits.ts'

const opened = openedPieceWithTempos(80, 90)

function everything(): EditDraft {
  const renamed = withEdited('importance', withEdited('name', EMPTY_EDIT_DRAFT, opened, 'Gi'), opened, 5)
  const tapped = withEditedPart(renamed, opened, { id: partId(1), name: 'section 1', tempo: '12e' })
  const added = withEditedPart(tapped, opened, { id: partId(9), name: 'C', tempo: '60' })
  const entry = { id: partId(1), name: 'Giga', tempo: '1', from: { name: 'section 1', tempo: '80' } }
  return { ...withMovedSection(withoutPart(added, opened, partId(2)), opened, partId(9), 0), entry }
}

test('[ST16] what was kept comes back as it was', () => {
  expect(parsePersistedEdits(structuredClone(everything()))).toEqual(everything())
  expect(parsePersistedEdits(structuredClone(EMPTY_EDIT_DRAFT))).toEqual(EMPTY_EDIT_DRAFT)
})

test('[ST16][PF1] a switch and a date that were touched come back', () => {
  const piece = openedPieceWithTempos(80)
  const touched = withEdited(
    'performOn',
    withEdited('onHold', EMPTY_EDIT_DRAFT, piece, true),
    piece,
    '2026-12-12',
  )
  expect(parsePersistedEdits(structuredClone(touched))).toEqual(touched)
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['no object', 1],
  ['a field that is no edit', { ...EMPTY_EDIT_DRAFT, piece: { name: 'Gigue' } }],
  ['an urgency that is none', { ...EMPTY_EDIT_DRAFT, piece: { importance: { typed: 9, from: 3 } } }],
  ['no list of parts', { ...EMPTY_EDIT_DRAFT, parts: null }],
  ['a part without id', { ...EMPTY_EDIT_DRAFT, parts: [{ name: null, tempo: null }] }],
  ['a removed part that is none', { ...EMPTY_EDIT_DRAFT, removed: [1] }],
  ['an order that is none', { ...EMPTY_EDIT_DRAFT, order: [1] }],
  ['a section form that is none', { ...EMPTY_EDIT_DRAFT, entry: { id: 'x' } }],
  ['fields that are missing', {}],
])('[ST16] a form nobody knows is dropped: %s', (_, kept) => {
  expect(parsePersistedEdits(kept)).toBe(null)
})
