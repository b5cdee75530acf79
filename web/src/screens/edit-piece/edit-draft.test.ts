import { describe, expect, test } from 'vitest'
import { partId, aPart, aPiece, bpm } from '#tests/library/builders.ts'
import { openedPieceWithTempos } from '#tests/library/opened-piece.ts'
import {
  createShownFormValues,
  isFormValid,
  hasUnsavedEdits,
  EMPTY_EDIT_DRAFT,
  INCOMPLETE_DATE,
  withEditedPieceField,
  withoutPart,
  withRestoredPart,
  withEditedPart,
  withSectionMovedTo,
  refreshSectionDraft,
  isPieceChangedElsewhere,
  type EditDraft,
  type PieceWithParts,
} from './edit-draft.ts'

test.each<[string, (opened: PieceWithParts) => EditDraft, boolean]>([
  ['the form as it was opened, with a tempo above 208', () => EMPTY_EDIT_DRAFT, true],
  ['a short name', opened => withEditedPieceField('name', EMPTY_EDIT_DRAFT, opened, 'Cl'), false],
  ['no goal', opened => withEditedPieceField('endTempo', EMPTY_EDIT_DRAFT, opened, ''), false],
  ['a part without a tempo', opened => withEditedPart(EMPTY_EDIT_DRAFT, opened, typedTempo('')), false],
  ['another tempo above 208', opened => withEditedPart(EMPTY_EDIT_DRAFT, opened, typedTempo('219')), false],
  ['a date', opened => withEditedPieceField('performOn', EMPTY_EDIT_DRAFT, opened, '1970-01-01'), true],
  [
    'one before 1970',
    opened => withEditedPieceField('performOn', EMPTY_EDIT_DRAFT, opened, '1969-12-31'),
    false,
  ],
  [
    'half a date',
    opened => withEditedPieceField('performOn', EMPTY_EDIT_DRAFT, opened, INCOMPLETE_DATE),
    false,
  ],
])('[EP1][PF1] %s can be saved: %s', (_, change, isValid) => {
  const opened = openedPieceWithTempos(220)
  expect(isFormValid(opened, createShownFormValues(opened, change(opened)))).toBe(isValid)
})

const typedTempo = (tempo: string) => ({ id: partId(1), name: 'section 1', tempo })

describe('the order of the sections', () => {
  const opened = openedPieceWithTempos(80, 90, 100)
  const ids = (draft: EditDraft, now = opened) => createShownFormValues(now, draft).parts.map(({ id }) => id)
  const first = withSectionMovedTo(EMPTY_EDIT_DRAFT, opened, partId(3), 0)

  test('[LI15] is the one that was given to it, with sections that were added', () => {
    expect(ids(first)).toEqual([3, 1, 2].map(partId))
    const added = withEditedPart(first, opened, { id: partId(9), name: 'C', tempo: '60' })
    expect(ids(added)).toEqual([3, 1, 2, 9].map(partId))
    expect(ids(withSectionMovedTo(added, opened, partId(9), 1))).toEqual([3, 9, 1, 2].map(partId))
    expect(ids(withoutPart(added, opened, partId(1)))).toEqual([3, 2, 9].map(partId))
  })

  test('[ST16][LI15] one that comes from another device stands behind, and one that is put back was not moved', () => {
    expect(ids(first, openedPieceWithTempos(80, 90, 100, 110))).toEqual([3, 1, 2, 4].map(partId))
    expect(hasUnsavedEdits(first)).toBe(true)
    expect(withSectionMovedTo(first, opened, partId(3), 2)).toEqual(EMPTY_EDIT_DRAFT)
  })
})

test('[PS18] a removed section comes back with its edits at its place, and what was edited since stays', () => {
  const opened = openedPieceWithTempos(80, 90)
  const section = (id: number, tempo: string) => ({ id: partId(id), name: `section ${id}`, tempo })
  const typed = (draft: EditDraft, ...sections: ReturnType<typeof section>[]) =>
    sections.reduce((now, one) => withEditedPart(now, opened, one), draft)
  const before = typed(EMPTY_EDIT_DRAFT, section(1, '85'), section(8, '60'), section(9, '70'))
  for (const id of [1, 8].map(partId)) {
    const since = typed(withoutPart(before, opened, id), section(2, '95'), section(9, '75'))
    const form = createShownFormValues(opened, withRestoredPart(since, before, id))
    expect(form).toEqual(createShownFormValues(opened, typed(before, section(2, '95'), section(9, '75'))))
  }
})

describe('what was touched', () => {
  const opened = openedPieceWithTempos(80, 90)

  test('[ST16] a field that is put back to what is stored is untouched', () => {
    const renamed = withEditedPieceField('name', EMPTY_EDIT_DRAFT, opened, 'Giga')
    expect(hasUnsavedEdits(renamed)).toBe(true)
    expect(hasUnsavedEdits(withEditedPieceField('name', renamed, opened, opened.piece.name))).toBe(false)
    const tapped = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'section 1', tempo: '85' })
    expect(hasUnsavedEdits(tapped)).toBe(true)
    expect(
      hasUnsavedEdits(withEditedPart(tapped, opened, { id: partId(1), name: 'section 1', tempo: '80' })),
    ).toBe(false)
  })
})

const opened: PieceWithParts = { piece: aPiece(), parts: [aPart({ name: 'Giga' })] }
const elsewhere: PieceWithParts = {
  piece: aPiece({ endTempo: bpm(140) }),
  parts: [aPart({ name: 'Giga', currentTempo: bpm(99) })],
}

test('[EP13] untouched fields show what they are now, touched ones what was typed', () => {
  const form = createShownFormValues(
    elsewhere,
    withEditedPieceField('name', EMPTY_EDIT_DRAFT, opened, 'Giga II'),
  )
  expect(form.name).toBe('Giga II')
  expect(form.endTempo).toBe('140')
  expect(form.parts.map(part => part.tempo)).toEqual(['99'])
})

test('[EP13] a change of any field, of a part, or of which parts there are is told, but not what only the server added', () => {
  const changed: PieceWithParts[] = [
    { ...opened, piece: aPiece({ name: 'Courante' }) },
    { ...opened, parts: elsewhere.parts },
    { ...opened, parts: [...opened.parts, aPart({ id: partId(2) })] },
  ]
  for (const now of changed) expect(isPieceChangedElsewhere(opened, now)).toBe(true)
  expect(isPieceChangedElsewhere(opened, { ...opened, piece: aPiece({ revision: 7, updatedAt: 1 }) })).toBe(
    false,
  )
})

test('[EP13] the form of a section follows what was not typed in it', () => {
  const entry = { id: partId(1), name: 'Giga II', tempo: '80', from: { name: 'Giga', tempo: '80' } }
  const [part] = createShownFormValues(elsewhere, EMPTY_EDIT_DRAFT).parts
  const now = refreshSectionDraft(entry, part)
  expect(now).toMatchObject({ name: 'Giga II', tempo: '99', from: { name: 'Giga', tempo: '99' } })
  expect(refreshSectionDraft({ ...now, tempo: '70' }, part)).toMatchObject({ tempo: '70' })
  expect(refreshSectionDraft(entry, undefined)).toBe(entry)
})
