import { describe, expect, test } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import {
  isUnfixableByTyping,
  stepTypedTempo,
  tempoFault,
  stripTempoUnit,
  parseTypedTempo,
} from './tempo-rules.ts'

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['39', 'bpmTooSlow'],
  ['40', null],
  ['208', null],
  ['209', 'bpmTooFast'],
  ['99999999999999999999999', 'bpmTooFast'],
  ['99.5', 'bpmNotWhole'],
  ['99,5', 'bpmNotWhole'],
  ['39,5', 'bpmNotWhole'],
])('[NP9] a tempo of "%s" has the fault %s', (typed, fault) => {
  expect(tempoFault(typed)).toBe(fault)
})

test.each([
  '12e',
  '1e2',
  '+',
  '+90',
  '-',
  '-90',
  ',',
  '.',
  '0x60',
  'Infinity',
  '9 0',
  '126 beats',
  '½',
  '九十',
])('[NP9] "%s" is no number, and never the same as nothing', typed => {
  expect(tempoFault(typed)).toBe('bpmNoNumber')
  expect(parseTypedTempo(typed)).toBe(null)
})

test.each([
  ['126', 126],
  [' 126 bpm', 126],
  ['126BPM', 126],
  ['126 b', 126],
  ['１２６', 126],
  ['\u00a0126\u202fbpm\n', 126],
  ['126,0', 126],
  ['126.', 126],
  ['0126', 126],
])('[NP9] "%s" is read as %s', (typed, beats) => {
  expect(parseTypedTempo(typed)).toBe(beats)
  expect(tempoFault(typed)).toBe(null)
  expect(stripTempoUnit(typed)).toBe(String(beats))
})

describe('what is said at once', () => {
  test('[NP9] what a further digit can heal waits until the field is left', () => {
    expect(isUnfixableByTyping('required')).toBe(false)
    expect(isUnfixableByTyping('bpmTooSlow')).toBe(false)
  })

  test('[NP9] what typing on cannot heal does not', () => {
    expect(isUnfixableByTyping('bpmTooFast')).toBe(true)
    expect(isUnfixableByTyping('bpmNotWhole')).toBe(true)
    expect(isUnfixableByTyping('bpmNoNumber')).toBe(true)
  })
})

test('[NP9] what is no whole number stays in the field as it was typed', () => {
  for (const typed of ['', '12e', '99,5', '1'.repeat(30)]) expect(stripTempoUnit(typed)).toBe(typed)
  expect(stripTempoUnit(' 39 bpm')).toBe('39')
})

test.each([
  ['', '120', '120'],
  ['  ', '120', '120'],
  ['126', '127', '125'],
  ['126,0', '127', '125'],
  [' 126 bpm', '127', '125'],
  ['40', '41', '40'],
  ['208', '208', '207'],
  ['7', '40', '7'],
  ['220', '220', '208'],
  ['12e', '12e', '12e'],
  ['99,5', '99,5', '99,5'],
])('[NP9] from "%s" it is one step up to "%s" and one down to "%s"', (typed, up, down) => {
  expect(stepTypedTempo(typed, 1)).toBe(up)
  expect(stepTypedTempo(typed, -1)).toBe(down)
})

test('[EP1] a form may give back the tempo above 208 it was opened with, and no other', () => {
  expect(parseTypedTempo('220', bpm(220))).toBe(220)
  expect(tempoFault('220', bpm(220))).toBe(null)
  expect(tempoFault('219', bpm(220))).toBe('bpmTooFast')
})
