import { expect, test } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import {
  isFaultUnfixableByTyping,
  stepTypedTempoText,
  findTempoFault,
  stripTempoUnit,
  parseTypedTempo,
} from './tempo-rules.ts'

test.each<[typed: string, fault: string | null]>([
  ['   ', 'required'],
  ['39', 'bpmTooSlow'],
  ['40', null],
  ['208', null],
  ['209', 'bpmTooFast'],
  ['99999999999999999999999', 'bpmTooFast'],
  ['99.5', 'bpmNotWhole'],
  ['39,5', 'bpmNotWhole'],
  ['12e', 'bpmNoNumber'],
  ['1e2', 'bpmNoNumber'],
  ['+90', 'bpmNoNumber'],
  [',', 'bpmNoNumber'],
  ['0x60', 'bpmNoNumber'],
  ['Infinity', 'bpmNoNumber'],
  ['9 0', 'bpmNoNumber'],
  ['126 beats', 'bpmNoNumber'],
  ['½', 'bpmNoNumber'],
  ['九十', 'bpmNoNumber'],
])('[NP9] a tempo of "%s" has the fault %s', (typed, fault) => {
  expect(findTempoFault(typed)).toBe(fault)
  expect(parseTypedTempo(typed) === null).toBe(fault !== null)
})

test.each(['126', ' 126 bpm', '126BPM', '126 b', '１２６', '\u00a0126\u202fbpm\n', '126,0', '126.', '0126'])(
  '[NP9] "%s" is read as 126',
  typed => {
    expect(parseTypedTempo(typed)).toBe(126)
    expect(stripTempoUnit(typed)).toBe('126')
  },
)

test('[NP9] what a further digit can heal waits until the field is left, nothing else does', () => {
  expect((['required', 'bpmTooSlow'] as const).filter(isFaultUnfixableByTyping)).toEqual([])
  expect((['bpmTooFast', 'bpmNotWhole', 'bpmNoNumber'] as const).every(isFaultUnfixableByTyping)).toBe(true)
})

test('[NP9] what is no whole number stays in the field as it was typed', () => {
  for (const typed of ['', '12e', '99,5', '1'.repeat(30)]) expect(stripTempoUnit(typed)).toBe(typed)
  expect(stripTempoUnit(' 39 bpm')).toBe('39')
})

test.each([
  ['  ', '120', '120'],
  [' 126 bpm', '127', '125'],
  ['40', '41', '40'],
  ['208', '208', '207'],
  ['7', '40', '7'],
  ['220', '220', '208'],
  ['99,5', '99,5', '99,5'],
])('[NP9] from "%s" it is one step up to "%s" and one down to "%s"', (typed, up, down) => {
  expect(stepTypedTempoText(typed, 1)).toBe(up)
  expect(stepTypedTempoText(typed, -1)).toBe(down)
})

test('[EP1] a form may give back the tempo above 208 it was opened with, and no other', () => {
  expect(parseTypedTempo('220', bpm(220))).toBe(220)
  expect(findTempoFault('220', bpm(220))).toBe(null)
  expect(findTempoFault('219', bpm(220))).toBe('bpmTooFast')
})
