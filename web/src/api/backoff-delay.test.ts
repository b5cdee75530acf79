import { expect, test } from 'vitest'
import { backoffDelay } from './backoff-delay.ts'

test('[SN7] the wait doubles from one second and ends at one minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(failures => backoffDelay(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ])
})

test('[SN7] chance takes up to half of it away', () => {
  expect(backoffDelay(3, 0)).toBe(2000)
  expect(backoffDelay(3, 0.5)).toBe(3000)
})
