import { expect, test } from 'vitest'
import { bpm } from '#tests/builders.ts'
import { tempoFault, typedTempo } from './tempo-rules.ts'

test.each([
  [null, 'required'],
  [39, 'bpmTooSlow'],
  [-1, 'bpmTooSlow'],
  [40, null],
  [208, null],
  [209, 'bpmTooFast'],
  [99.5, 'bpmNotWhole'],
])('[NP9] a tempo of %s has the fault %s', (typed, fault) => {
  expect(tempoFault(typed)).toBe(fault)
})

test('[EP2] a form may give back the tempo above 208 it was opened with, and no other', () => {
  expect(typedTempo(220, bpm(220))).toBe(220)
  expect(tempoFault(220, bpm(220))).toBe(null)
  expect(tempoFault(219, bpm(220))).toBe('bpmTooFast')
})
