import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

test('[PF4] the median is the middle number, the mean of the middle two, and of no numbers none', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([9, 1, 5, 7])).toBe(6)
  // A benchmark that measured nothing must miss its bar.
  expect(medianOf([])).toBeNaN()
})
