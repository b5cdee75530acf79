import { describe, expect, test } from 'vitest'
import { aPart, aPiece, bpm, partId } from '#tests/library/builders.ts'
import { refreshSectionDraft, isChangedElsewhere, valueChangedElsewhere } from './changed-elsewhere.ts'
import {
  editFormValues,
  EMPTY_EDIT_DRAFT,
  withEdited,
  withEditedPart,
  type PieceWithParts,
} from './edit-draft.ts'

const opened: PieceWithParts = { piece: aPiece(), parts: [aPart({ name: 'Giga' })] }
const elsewhere: PieceWithParts = {
  piece: aPiece({ endTempo: bpm(140) }),
  parts: [aPart({ name: 'Giga', currentTempo: bpm(99) })],
}

test('[EP13] untouched fields show what they are now, touched ones what was typed', () => {
  const form = editFormValues(elsewhere, withEdited('name', EMPTY_EDIT_DRAFT, opened, 'Giga II'))
  expect(form.name).toBe('Giga II')
  expect(form.endTempo).toBe('140')
  expect(form.parts.map(part => part.tempo)).toEqual(['99'])
})

describe('told', () => {
  test('[EP13] a change of any field, of a part, or of which parts there are', () => {
    expect(isChangedElsewhere(opened, { ...opened }, EMPTY_EDIT_DRAFT)).toBe(false)
    const changed: PieceWithParts[] = [
      { ...opened, piece: aPiece({ name: 'Courante' }) },
      { ...opened, piece: aPiece({ importance: 5 }) },
      { ...opened, piece: aPiece({ endTempo: bpm(140) }) },
      { ...opened, parts: elsewhere.parts },
      { ...opened, parts: [aPart({ name: 'Giga II' })] },
      { ...opened, parts: [] },
      { ...opened, parts: [...opened.parts, aPart({ id: partId(2) })] },
    ]
    for (const now of changed) expect(isChangedElsewhere(opened, now, EMPTY_EDIT_DRAFT)).toBe(true)
  })

  test('[EP13] what only the server added to a row is no change', () => {
    const confirmed = { ...opened, piece: aPiece({ revision: 7, updatedAt: 1 }) }
    expect(isChangedElsewhere(opened, confirmed, EMPTY_EDIT_DRAFT)).toBe(false)
  })

  test('[EP13] a field that was touched before the change, also when the form is opened anew', () => {
    const draft = withEdited('endTempo', EMPTY_EDIT_DRAFT, opened, '126')
    expect(valueChangedElsewhere(draft.piece.endTempo, '140')).toBe('140')
    expect(isChangedElsewhere(elsewhere, elsewhere, draft)).toBe(true)
    expect(isChangedElsewhere(opened, opened, draft)).toBe(false)
  })

  test('[EP13] nothing, where the other device came to the same', () => {
    const draft = withEdited('endTempo', EMPTY_EDIT_DRAFT, opened, '140')
    expect(valueChangedElsewhere(draft.piece.endTempo, '140')).toBe(null)
  })

  test('[EP13] a touched section that is gone', () => {
    const draft = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'Giga', tempo: '90' })
    const without = { ...opened, parts: [] }
    expect(isChangedElsewhere(without, without, draft)).toBe(true)
  })
})

test('[EP13] the form of a section follows what was not typed in it', () => {
  const entry = { id: partId(1), name: 'Giga II', tempo: '80', from: { name: 'Giga', tempo: '80' } }
  const [part] = editFormValues(elsewhere, EMPTY_EDIT_DRAFT).parts
  const now = refreshSectionDraft(entry, part)
  expect(now).toMatchObject({ name: 'Giga II', tempo: '99', from: { name: 'Giga', tempo: '99' } })
  expect(refreshSectionDraft({ ...now, tempo: '70' }, part)).toMatchObject({ tempo: '70' })
  expect(refreshSectionDraft(entry, undefined)).toBe(entry)
})
