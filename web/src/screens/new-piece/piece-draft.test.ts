import { expect, test } from 'vitest'
import { bpm, partId, pieceId } from '#tests/library/builders.ts'
import {
  blankPieceDraft,
  wizardPieceIntention,
  hasPieceInput,
  isWizardStepValid,
  reachableWizardStep,
  parseWizardHistoryState,
  parseWizardPosition,
  wizardDraftSchema,
  wizardUrl,
  WIZARD_STEP_COUNT,
  type PieceDraft,
  type WizardDraft,
  type WizardPosition,
} from './piece-draft.ts'

const BLANK_DRAFT = blankPieceDraft(pieceId(1))
const aDraft = (fields: Partial<PieceDraft> = {}): PieceDraft => ({
  ...BLANK_DRAFT,
  name: 'Gigue',
  endTempo: '120',
  currentTempo: '80',
  sections: [{ id: partId(2), name: 'A', currentTempo: bpm(80) }],
  ...fields,
})

test('[NP1] there are four steps', () => {
  expect(WIZARD_STEP_COUNT).toBe(4)
})

test('[NP2] the name must have 3 to 25 characters', () => {
  expect(isWizardStepValid('whole', 0, aDraft({ name: 'Cl' }))).toBe(false)
  expect(isWizardStepValid('whole', 0, aDraft({ name: 'Clo' }))).toBe(true)
  expect(isWizardStepValid('whole', 0, aDraft({ name: 'C'.repeat(26) }))).toBe(false)
})

test('[NP2] urgency is 3 until something else is chosen, so its step is always answered', () => {
  expect(BLANK_DRAFT.importance).toBe(3)
  expect(isWizardStepValid('whole', 1, BLANK_DRAFT)).toBe(true)
})

test.each([
  ['', false],
  ['12e', false],
  ['39', false],
  ['40', true],
  ['208', true],
  ['209', false],
  ['99.5', false],
])('[NP2] a goal and a current tempo of %s are answers: %s', (tempo, isValid) => {
  expect(isWizardStepValid('whole', 2, aDraft({ endTempo: tempo }))).toBe(isValid)
  expect(isWizardStepValid('whole', 3, aDraft({ currentTempo: tempo }))).toBe(isValid)
})

test('[NP2] the sections step needs a section', () => {
  expect(isWizardStepValid('sections', 3, aDraft({ sections: [] }))).toBe(false)
  expect(isWizardStepValid('sections', 3, aDraft({ currentTempo: '' }))).toBe(true)
})

test('[NP2] a section that is typed but not added keeps the piece from being saved without it', () => {
  expect(isWizardStepValid('sections', 3, aDraft({ entry: { id: null, name: 'B', tempo: '' } }))).toBe(false)
  expect(isWizardStepValid('sections', 3, aDraft({ entry: { id: null, name: '', tempo: '90' } }))).toBe(false)
  expect(isWizardStepValid('sections', 3, aDraft({ entry: { id: partId(2), name: 'A', tempo: '80' } }))).toBe(
    false,
  )
  expect(isWizardStepValid('sections', 3, aDraft({ entry: { id: null, name: ' ', tempo: '' } }))).toBe(true)
})

test('[NP4] an address leads no further than the first unanswered step', () => {
  expect(reachableWizardStep('whole', 3, BLANK_DRAFT)).toBe(0)
  expect(reachableWizardStep('whole', 3, aDraft({ endTempo: '' }))).toBe(2)
  expect(reachableWizardStep('whole', 3, aDraft())).toBe(3)
  expect(reachableWizardStep('whole', 1, aDraft())).toBe(1)
})

test('[NP5] a whole piece has one nameless part', () => {
  expect(wizardPieceIntention('whole', aDraft({ name: '  Clair  de lune ' }), partId(1))).toEqual({
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
    wizardPieceIntention('sections', aDraft({ sections, currentTempo: '' }), partId(1))?.args.parts,
  ).toEqual(sections)
})

test('[NP5] nothing is added while an answer is missing', () => {
  expect(wizardPieceIntention('whole', aDraft({ name: '' }), partId(1))).toBe(null)
  expect(wizardPieceIntention('whole', aDraft({ endTempo: '300' }), partId(1))).toBe(null)
  expect(wizardPieceIntention('whole', aDraft({ currentTempo: '' }), partId(1))).toBe(null)
  expect(wizardPieceIntention('sections', aDraft({ sections: [] }), partId(1))).toBe(null)
})

test('[ST16] a draft has input as soon as one of its fields is touched', () => {
  expect(hasPieceInput(BLANK_DRAFT)).toBe(false)
  const touched: Partial<PieceDraft>[] = [
    { name: 'C' },
    { importance: 4 },
    { endTempo: '1' },
    { currentTempo: 'x' },
    { sections: [{ id: partId(2), name: 'A', currentTempo: bpm(80) }] },
    { entry: { id: null, name: 'B', tempo: '' } },
  ]
  for (const fields of touched) expect(hasPieceInput({ ...BLANK_DRAFT, ...fields })).toBe(true)
})

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
  expect(wizardDraftSchema.parse(structuredClone(begun))).toEqual(begun)
})

test('[ST16] a form that the app does not know is dropped', () => {
  const { draft } = begun
  for (const kept of [
    null,
    { ...begun, step: 4 },
    { ...begun, draft: { ...draft, importance: 6 } },
    { ...begun, draft: { ...draft, sections: [{ id: partId(1), name: 'A' }] } },
  ])
    expect(wizardDraftSchema.safeParse(kept).success).toBe(false)
})
