import { expect, test } from 'vitest'
import { shortenPartList } from './parts-not-reached.tsx'

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
