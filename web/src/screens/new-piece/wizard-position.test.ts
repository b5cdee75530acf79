import { expect, test } from 'vitest'
import { pieceId, bpm, partId } from '#tests/library/builders.ts'
import {
  wizardUrl,
  parseWizardPosition,
  parseWizardHistoryState,
  parseWizardDraft,
  type WizardPosition,
  type WizardDraft,
} from './wizard-position.ts'
import { blankPieceDraft } from './piece-draft.ts'

const placeAt = (address: string) =>
  parseWizardPosition(new URL(address, 'https://dacapo.example').searchParams)

test('[NP4] an address tells the place, and the place the address', () => {
  const places: WizardPosition[] = [
    { kind: 'choice' },
    { kind: 'step', type: 'whole', step: 0 },
    { kind: 'step', type: 'sections', step: 3 },
  ]
  expect(places.map(place => placeAt(wizardUrl(place)))).toEqual(places)
})

test('[NP4] an address nobody could have got leads to the choice or to the first step', () => {
  expect(placeAt('/new?as=half&step=2')).toEqual({ kind: 'choice' })
  expect(placeAt('/new?step=2')).toEqual({ kind: 'choice' })
  for (const step of ['0', '5', '-1', '1.5', 'two', ''])
    expect(placeAt(`/new?as=whole&step=${step}`)).toEqual({ kind: 'step', type: 'whole', step: 0 })
})

test('[NP4] an entry of the history tells its piece and how deep it lies', () => {
  expect(parseWizardHistoryState({ piece: pieceId(1), depth: 2 })).toEqual({ piece: pieceId(1), depth: 2 })
})

test.each([null, undefined, 'wizard', {}, { piece: 'x', depth: 1 }, { piece: pieceId(1), depth: -1 }])(
  '[NP4] an address that was opened has no entries of the wizard below it: %j',
  state => {
    expect(parseWizardHistoryState(state)).toBe(null)
  },
)

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
