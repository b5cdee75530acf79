import { expect, test } from 'vitest'
import { bpm, partId } from '#tests/library/builders.ts'
import { BLANK_SECTION_DRAFT, isSectionFormInUse, parseSectionDraft } from './section-form.tsx'

test('[NP7] a section needs a name of 1 to 25 characters, which is tidied, and a tempo of 40 to 208', () => {
  const section = { name: 'bars 27–36', currentTempo: 72 }
  expect(parseSectionDraft({ id: null, name: ' bars  27–36 ', tempo: '72' })).toEqual(section)
  expect(parseSectionDraft({ id: null, name: ' ', tempo: '72' })).toBe(null)
  expect(parseSectionDraft({ id: null, name: 'x'.repeat(26), tempo: '72' })).toBe(null)
  expect(parseSectionDraft({ id: null, name: 'A', tempo: '' })).toBe(null)
  expect(parseSectionDraft({ id: null, name: 'A', tempo: '209' })).toBe(null)
  expect(parseSectionDraft({ id: partId(), name: 'A', tempo: '215', stored: bpm(215) })?.currentTempo).toBe(
    215,
  )
})

test('[NP2] an entry is pending while it would lose something', () => {
  expect(isSectionFormInUse(BLANK_SECTION_DRAFT)).toBe(false)
  expect(isSectionFormInUse({ ...BLANK_SECTION_DRAFT, name: 'A' })).toBe(true)
  expect(isSectionFormInUse({ ...BLANK_SECTION_DRAFT, tempo: '12e' })).toBe(true)
  expect(isSectionFormInUse({ ...BLANK_SECTION_DRAFT, id: partId() })).toBe(true)
})
