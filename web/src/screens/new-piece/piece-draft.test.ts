import { expect, test } from 'vitest'
import { bpm, partId, pieceId } from '#tests/library/builders.ts'
import {
  blankPieceDraft,
  wizardPieceIntention,
  hasPieceInput,
  isWizardStepValid,
  reachableWizardStep,
  WIZARD_STEP_COUNT,
  type PieceDraft,
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
