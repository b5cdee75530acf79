import { expect, test } from 'vitest'
import { NO_EVENT_TIME, startsNewVisit } from './remembered-usage.ts'

const MINUTE = 60_000
const NOW = 1_795_000_000_000

test('[AN1] the first event known begins a visit, and so does one after 30 minutes without any', () => {
  expect(startsNewVisit(NOW, NO_EVENT_TIME)).toBe(true)
  expect(startsNewVisit(NOW, NOW)).toBe(false)
  expect(startsNewVisit(NOW, NOW - 30 * MINUTE + 1)).toBe(false)
  expect(startsNewVisit(NOW, NOW - 30 * MINUTE)).toBe(true)
})

test('[AN1] a clock that was set back by hours begins one visit, and none with every event until it is there again', () => {
  expect(startsNewVisit(NOW - 5 * 60 * MINUTE, NOW)).toBe(true)
  expect(startsNewVisit(NOW - MINUTE, NOW)).toBe(false)
})
