import { expect, test } from 'vitest'
import { partId } from '#tests/library/builders.ts'
import { openedWith } from '#tests/library/opened-piece.ts'
import {
  UNTOUCHED,
  withImportance,
  withName,
  withoutPart,
  withPart,
  withPlace,
  type EditDraft,
} from './edit-draft.ts'
import { parsePersistedEdits } from './persisted-edits.ts'

const opened = openedWith(80, 90)

function everything(): EditDraft {
  const renamed = withImportance(withName(UNTOUCHED, opened, 'Gi'), opened, 5)
  const tapped = withPart(renamed, opened, { id: partId(1), name: 'section 1', tempo: '12e' })
  const added = withPart(tapped, opened, { id: partId(9), name: 'C', tempo: '60' })
  const entry = { id: partId(1), name: 'Giga', tempo: '1', from: { name: 'section 1', tempo: '80' } }
  return { ...withPlace(withoutPart(added, opened, partId(2)), opened, partId(9), 0), entry }
}

test('[EP17] what was kept comes back as it was', () => {
  expect(parsePersistedEdits(structuredClone(everything()))).toEqual(everything())
  expect(parsePersistedEdits(structuredClone(UNTOUCHED))).toEqual(UNTOUCHED)
})

test('[EP17] what an earlier version kept has no order of its own', () => {
  const { order, ...earlier } = everything()
  expect(order).toEqual([9, 1].map(partId))
  expect(parsePersistedEdits(earlier)).toEqual({ ...everything(), order: null })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['no object', 1],
  ['a field that is no edit', { ...UNTOUCHED, name: 'Gigue' }],
  ['an urgency that is none', { ...UNTOUCHED, importance: { typed: 9, from: 3 } }],
  ['no list of parts', { ...UNTOUCHED, parts: null }],
  ['a part without id', { ...UNTOUCHED, parts: [{ name: null, tempo: null }] }],
  ['a removed part that is none', { ...UNTOUCHED, removed: [1] }],
  ['an order that is none', { ...UNTOUCHED, order: [1] }],
  ['a section form that is none', { ...UNTOUCHED, entry: { id: 'x' } }],
  ['fields that are missing', {}],
])('[EP17] a form nobody knows is dropped: %s', (_, kept) => {
  expect(parsePersistedEdits(kept)).toBe(null)
})
