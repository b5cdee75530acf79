import { expect, test } from 'vitest'
import { isPedalBounce } from './pedal-bounce.ts'

test('[PX7] the first press is none', () => {
  expect(isPedalBounce(null, 0)).toBe(false)
})

test('[PX7] a press within 600 ms is the echo of the last, a later one is not', () => {
  expect(isPedalBounce(1000, 1000)).toBe(true)
  expect(isPedalBounce(1000, 1599)).toBe(true)
  expect(isPedalBounce(1000, 1600)).toBe(false)
})
