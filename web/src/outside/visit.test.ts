import { expect, test } from 'vitest'
import { beginsVisit, later } from './visit.ts'

const MINUTE = 60_000
const NOW = 1_795_000_000_000

test('[AN1] the first event known begins a visit, and so does one after 30 minutes without any', () => {
  expect(beginsVisit(NOW, null)).toBe(true)
  expect(beginsVisit(NOW, NOW)).toBe(false)
  expect(beginsVisit(NOW, NOW - 30 * MINUTE + 1)).toBe(false)
  expect(beginsVisit(NOW, NOW - 30 * MINUTE)).toBe(true)
})

test('[AN1] a clock that was set back by hours begins one visit, and none with every event until it is there again', () => {
  expect(beginsVisit(NOW - 5 * 60 * MINUTE, NOW)).toBe(true)
  expect(beginsVisit(NOW - MINUTE, NOW)).toBe(false)
})

test('[AN1] the later of two clocks counts, and the one that is known', () => {
  expect(later(1, 2)).toBe(2)
  expect(later(2, 1)).toBe(2)
  expect(later(null, 1)).toBe(1)
  expect(later(0, null)).toBe(0)
  expect(later(null, null)).toBeNull()
})
