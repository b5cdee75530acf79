import { expect, test } from 'vitest'
import { bpm, partId, pieceId } from '#tests/library/builders.ts'
import { parseWizardDraft, type WizardDraft } from './wizard-draft.ts'
import { blankPieceDraft } from './piece-draft.ts'

const begun: WizardDraft = {
  type: 'sections',
  step: 3,
  draft: {
    ...blankPieceDraft(pieceId(1)),
    name: 'Par',
    importance: 5,
    endTempo: '12e',
    sections: [{ id: partId(1), name: 'Giga', currentTempo: bpm(104) }],
    entry: { id: partId(1), name: 'Gig', tempo: '10' },
  },
}

test('[ST16] what was kept comes back as it was, half-typed answers and the section form too', () => {
  expect(parseWizardDraft(structuredClone(begun))).toEqual(begun)
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['no object', 'Gigue'],
  ['another type', { ...begun, type: 'half' }],
  ['a step that is none', { ...begun, step: 4 }],
  ['no draft', { ...begun, draft: undefined }],
  ['tempos as an older version kept them', { ...begun, draft: { ...begun.draft, endTempo: 126 } }],
  ['an urgency that is none', { ...begun, draft: { ...begun.draft, importance: 6 } }],
  [
    'a section without a tempo',
    { ...begun, draft: { ...begun.draft, sections: [{ id: partId(1), name: 'A' }] } },
  ],
  ['no section form', { ...begun, draft: { ...begun.draft, entry: null } }],
  ['an id that is none', { ...begun, draft: { ...begun.draft, id: '1' } }],
])('[ST16] a form nobody knows is dropped: %s', (_, kept) => {
  expect(parseWizardDraft(kept)).toBe(null)
})
