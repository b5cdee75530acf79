import { expect, test } from 'vitest'
import { isBounce } from './bounce.ts'

test('[PX7] the first press is none', () => {
  expect(isBounce(null, 0)).toBe(false)
})

test('[PX7] a press within 600 ms is the echo of the last, a later one is not', () => {
  expect(isBounce(1000, 1000)).toBe(true)
  expect(isBounce(1000, 1599)).toBe(true)
  expect(isBounce(1000, 1600)).toBe(false)
})
