import { describe, expect, test } from 'vitest'
import { partId } from '#tests/library/builders.ts'
import { openedPieceWithTempos } from '#tests/library/opened-piece.ts'
import {
  editFormValues,
  isFormValid,
  hasUnsavedEdits,
  EMPTY_EDIT_DRAFT,
  withEdited,
  withoutPart,
  withEditedPart,
  withRestoredPart,
  withMovedSection,
  type EditDraft,
  type PieceWithParts,
} from './edit-draft.ts'

test('[EP1] the form of a piece holds its parts in their order', () => {
  expect(editFormValues(openedPieceWithTempos(80, 90), EMPTY_EDIT_DRAFT).parts).toEqual([
    { id: partId(1), name: 'section 1', tempo: '80', stored: 80 },
    { id: partId(2), name: 'section 2', tempo: '90', stored: 90 },
  ])
})

describe('validity', () => {
  test('[EP1] the form is valid as it was opened, also with a tempo above 208', () => {
    const opened = openedPieceWithTempos(220)
    expect(isFormValid(opened, editFormValues(opened, EMPTY_EDIT_DRAFT))).toBe(true)
  })

  test.each<[string, (opened: PieceWithParts) => EditDraft]>([
    ['a short name', opened => withEdited('name', EMPTY_EDIT_DRAFT, opened, 'Cl')],
    ['no goal', opened => withEdited('endTempo', EMPTY_EDIT_DRAFT, opened, '')],
    ['a goal above 208', opened => withEdited('endTempo', EMPTY_EDIT_DRAFT, opened, '209')],
    ['a part without a tempo', opened => withEditedPart(EMPTY_EDIT_DRAFT, opened, part(''))],
    ['another tempo above 208', opened => withEditedPart(EMPTY_EDIT_DRAFT, opened, part('219'))],
    ['a tempo that is no number', opened => withEditedPart(EMPTY_EDIT_DRAFT, opened, part('12e'))],
  ])('[EP1] %s is not valid', (_, change) => {
    const opened = openedPieceWithTempos(220)
    expect(isFormValid(opened, editFormValues(opened, change(opened)))).toBe(false)
  })

  const part = (tempo: string) => ({ id: partId(1), name: 'section 1', tempo })
})

describe('the order of the sections', () => {
  const opened = openedPieceWithTempos(80, 90, 100)
  const ids = (draft: EditDraft, now = opened) => editFormValues(now, draft).parts.map(({ id }) => id)
  const first = withMovedSection(EMPTY_EDIT_DRAFT, opened, partId(3), 0)

  test('[LI15] is the one that was given to it, with sections that were added', () => {
    expect(ids(first)).toEqual([3, 1, 2].map(partId))
    const added = withEditedPart(first, opened, { id: partId(9), name: 'C', tempo: '60' })
    expect(ids(added)).toEqual([3, 1, 2, 9].map(partId))
    expect(ids(withMovedSection(added, opened, partId(9), 1))).toEqual([3, 9, 1, 2].map(partId))
    expect(ids(withoutPart(added, opened, partId(1)))).toEqual([3, 2, 9].map(partId))
  })

  test('[LI15] a section that comes from another device stands behind those that were moved here', () => {
    const now = openedPieceWithTempos(80, 90, 100, 110)
    expect(ids(first, now)).toEqual([3, 1, 2, 4].map(partId))
  })

  test('[ST16][LI15] a section that is put back was not moved', () => {
    expect(hasUnsavedEdits(first)).toBe(true)
    expect(withMovedSection(first, opened, partId(3), 2)).toEqual(EMPTY_EDIT_DRAFT)
  })
})

describe('a section that was taken out and put back', () => {
  const opened = openedPieceWithTempos(80, 90)
  const added = (number: number) => ({ id: partId(10 + number), name: `new ${number}`, tempo: '60' })

  test('[PS18] is where it was, with what was typed in it', () => {
    const typed = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'Giga', tempo: '85' })
    const before = [added(1), added(2)].reduce((draft, part) => withEditedPart(draft, opened, part), typed)
    for (const id of [partId(1), partId(2), partId(11), partId(12)]) {
      const back = withRestoredPart(withoutPart(before, opened, id), before, id)
      expect(editFormValues(opened, back)).toEqual(editFormValues(opened, before))
    }
  })

  test('[PS18] what was typed since stays', () => {
    const removed = withEdited('name', withoutPart(EMPTY_EDIT_DRAFT, opened, partId(1)), opened, 'Partita')
    const back = withRestoredPart(removed, EMPTY_EDIT_DRAFT, partId(1))
    expect(back).toEqual(withEdited('name', EMPTY_EDIT_DRAFT, opened, 'Partita'))
  })
})

describe('what was touched', () => {
  const opened = openedPieceWithTempos(80, 90)

  test('[ST16] a field that is put back to what is stored is untouched', () => {
    const renamed = withEdited('name', EMPTY_EDIT_DRAFT, opened, 'Giga')
    expect(hasUnsavedEdits(renamed)).toBe(true)
    expect(hasUnsavedEdits(withEdited('name', renamed, opened, opened.piece.name))).toBe(false)
    const tapped = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'section 1', tempo: '85' })
    expect(hasUnsavedEdits(tapped)).toBe(true)
    expect(
      hasUnsavedEdits(withEditedPart(tapped, opened, { id: partId(1), name: 'section 1', tempo: '80' })),
    ).toBe(false)
  })

  test('[ST16] every kind of change would be lost', () => {
    const changes: EditDraft[] = [
      withEdited('importance', EMPTY_EDIT_DRAFT, opened, 5),
      withEdited('endTempo', EMPTY_EDIT_DRAFT, opened, '1'),
      withoutPart(EMPTY_EDIT_DRAFT, opened, partId(1)),
      withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(9), name: 'new', tempo: '60' }),
      { ...EMPTY_EDIT_DRAFT, entry: { id: null, name: '', tempo: '' } },
    ]
    for (const draft of changes) expect(hasUnsavedEdits(draft)).toBe(true)
  })

  test('[EP6] a section that was added can be changed and removed again', () => {
    const added = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(9), name: 'new', tempo: '60' })
    const changed = withEditedPart(added, opened, { id: partId(9), name: 'newer', tempo: '61' })
    expect(editFormValues(opened, changed).parts.at(-1)).toEqual({
      id: partId(9),
      name: 'newer',
      tempo: '61',
    })
    expect(editFormValues(opened, changed).parts).toHaveLength(3)
    expect(withoutPart(changed, opened, partId(9))).toEqual(EMPTY_EDIT_DRAFT)
  })
})
