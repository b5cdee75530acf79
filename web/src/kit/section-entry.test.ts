import { expect, test } from 'vitest'
import { bpm, partId } from '#tests/builders.ts'
import { BLANK_ENTRY, isPending, sectionOf } from './section-entry.ts'

test('[NP7] a complete entry is a section, its name tidied', () => {
  expect(sectionOf({ id: null, name: ' bars  27–36 ', tempo: '72' })).toEqual({
    name: 'bars 27–36',
    currentTempo: 72,
  })
})

test('[NP7] a section needs a name of 1 to 25 characters and a tempo of 40 to 208', () => {
  expect(sectionOf({ id: null, name: ' ', tempo: '72' })).toBe(null)
  expect(sectionOf({ id: null, name: 'x'.repeat(26), tempo: '72' })).toBe(null)
  expect(sectionOf({ id: null, name: 'A', tempo: '' })).toBe(null)
  expect(sectionOf({ id: null, name: 'A', tempo: '209' })).toBe(null)
  expect(sectionOf({ id: partId(), name: 'A', tempo: '215', stored: bpm(215) })?.currentTempo).toBe(215)
})

test('[NP3] an entry is pending while it would lose something', () => {
  expect(isPending(BLANK_ENTRY)).toBe(false)
  expect(isPending({ ...BLANK_ENTRY, name: 'A' })).toBe(true)
  expect(isPending({ ...BLANK_ENTRY, tempo: '12e' })).toBe(true)
  expect(isPending({ ...BLANK_ENTRY, id: partId() })).toBe(true)
})
