import { expect, test } from 'vitest'
import { bpm, partId } from '#tests/library/builders.ts'
import { formatTempoGain, shortenPartList } from './routine-summary.tsx'

test('[PX10] a gain has its sign, an unchanged tempo is no gain', () => {
  const gain = { partId: partId(), piece: 'Gigue', name: null, from: bpm(80), goal: bpm(120) }
  expect(formatTempoGain({ ...gain, to: bpm(86) })).toBe('+6')
  expect(formatTempoGain({ ...gain, to: bpm(77) })).toBe('−3')
  expect(formatTempoGain({ ...gain, to: bpm(80) })).toBe(null)
})

const parts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ piece: `${at + 1}`, name: null }))

test.each([
  [0, [], 0],
  [3, ['1', '2', '3'], 0],
  [4, ['1', '2', '3', '4'], 0],
  [5, ['1', '2', '3'], 2],
  [9, ['1', '2', '3'], 6],
])('[TS8] of %i parts three are named, and a fourth if it is the last', (count, named, others) => {
  expect(shortenPartList(parts(count))).toEqual({ named, others })
})

test('[TS8] a section is named with its piece', () => {
  expect(shortenPartList([{ piece: 'Suite', name: 'Gigue' }]).named).toEqual(['Suite (Gigue)'])
})
