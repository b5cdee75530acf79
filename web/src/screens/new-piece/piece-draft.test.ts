import { expect, test } from 'vitest'
import { bpm, partId, pieceId } from '#tests/library/builders.ts'
import {
  createBlankPieceDraft,
  createWizardPieceIntention,
  findWizardStepFault,
  findReachableWizardStep,
  parseWizardHistoryState,
  parseWizardPosition,
  formatWizardUrl,
  type NewPieceDraft,
  type WizardPosition,
} from './piece-draft.ts'

const BLANK_DRAFT = createBlankPieceDraft(pieceId(1))
const aDraft = (fields: Partial<NewPieceDraft> = {}): NewPieceDraft => ({
  ...BLANK_DRAFT,
  name: 'Gigue',
  endTempo: '120',
  currentTempo: '80',
  sections: [{ id: partId(2), name: 'A', currentTempo: bpm(80) }],
  ...fields,
})

test.each<['whole' | 'sections', number, Partial<NewPieceDraft>, string | null]>([
  ['whole', 0, { name: '' }, 'required'],
  ['whole', 0, { name: 'Cl' }, 'pieceNameTooShort'],
  ['whole', 0, { name: 'Clo' }, null],
  ['whole', 0, { name: 'C'.repeat(26) }, 'pieceNameTooLong'],
  ['whole', 1, BLANK_DRAFT, null],
  ['whole', 2, { endTempo: '' }, 'required'],
  ['whole', 2, { endTempo: '209' }, 'bpmTooFast'],
  ['whole', 2, { endTempo: '208' }, null],
  ['whole', 3, { currentTempo: '39' }, 'bpmTooSlow'],
  ['whole', 3, { currentTempo: '40' }, null],
  ['sections', 3, { sections: [] }, 'none'],
  ['sections', 3, { currentTempo: '' }, null],
  // A section that is typed but not added keeps the piece from being saved without it.
  ['sections', 3, { entry: { id: null, name: 'B', tempo: '' } }, 'pending'],
  ['sections', 3, { entry: { id: partId(2), name: 'A', tempo: '80' } }, 'pending'],
  ['sections', 3, { entry: { id: null, name: ' ', tempo: '' } }, null],
])('[NP2] %s, step %i with %j: %s', (type, step, fields, fault) => {
  expect(findWizardStepFault(type, step, aDraft(fields))).toBe(fault)
})

test('[NP4] an address leads no further than the first unanswered step', () => {
  expect(findReachableWizardStep('whole', 3, BLANK_DRAFT)).toBe(0)
  expect(findReachableWizardStep('whole', 3, aDraft({ endTempo: '' }))).toBe(2)
  expect(findReachableWizardStep('whole', 3, aDraft())).toBe(3)
  expect(findReachableWizardStep('whole', 1, aDraft())).toBe(1)
})

test('[NP5] a whole piece has one nameless part', () => {
  expect(createWizardPieceIntention('whole', aDraft({ name: '  Clair  de lune ' }), partId(1))).toEqual({
    kind: 'piece.create',
    args: {
      id: pieceId(1),
      name: 'Clair de lune',
      importance: 3,
      endTempo: 120,
      parts: [{ id: partId(1), name: null, currentTempo: 80 }],
    },
  })
})

test('[NP5] a piece in sections has its sections in their order, and no part beside them', () => {
  const sections = [
    { id: partId(3), name: 'B', currentTempo: bpm(60) },
    { id: partId(2), name: 'A', currentTempo: bpm(80) },
  ]
  expect(
    createWizardPieceIntention('sections', aDraft({ sections, currentTempo: '' }), partId(1))?.args.parts,
  ).toEqual(sections)
})

test('[NP5] nothing is added while an answer is missing', () => {
  expect(createWizardPieceIntention('whole', aDraft({ name: '' }), partId(1))).toBe(null)
  expect(createWizardPieceIntention('whole', aDraft({ endTempo: '300' }), partId(1))).toBe(null)
  expect(createWizardPieceIntention('whole', aDraft({ currentTempo: '' }), partId(1))).toBe(null)
  expect(createWizardPieceIntention('sections', aDraft({ sections: [] }), partId(1))).toBe(null)
})

const placeAt = (address: string) =>
  parseWizardPosition(new URL(address, 'https://dacapo.example').searchParams)

test('[NP4] an address tells the place, and the place the address', () => {
  const places: WizardPosition[] = [
    { kind: 'choice' },
    { kind: 'step', type: 'whole', step: 0 },
    { kind: 'step', type: 'sections', step: 3 },
  ]
  expect(places.map(place => placeAt(formatWizardUrl(place)))).toEqual(places)
})

test('[NP4] an address nobody could have got leads to the choice or to the first step', () => {
  expect(placeAt('/new?as=half&step=2')).toEqual({ kind: 'choice' })
  expect(placeAt('/new?step=2')).toEqual({ kind: 'choice' })
  for (const step of ['0', '5', '-1', '1.5', 'two', ''])
    expect(placeAt(`/new?as=whole&step=${step}`)).toEqual({ kind: 'step', type: 'whole', step: 0 })
})

test('[NP4] an entry of the history tells its piece and how deep it lies; any other is none of the wizard', () => {
  expect(parseWizardHistoryState({ piece: pieceId(1), depth: 2 })).toEqual({ piece: pieceId(1), depth: 2 })
  const others = [null, undefined, 'wizard', {}, { piece: 'x', depth: 1 }, { piece: pieceId(1), depth: -1 }]
  for (const state of others) expect(parseWizardHistoryState(state)).toBe(null)
})
