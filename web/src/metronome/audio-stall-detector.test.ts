import { expect, test } from 'vitest'
import { AudioStallDetector } from './audio-stall-detector.ts'

test('[MT10] a clock that goes is not frozen, one that stands for half a second is', () => {
  const clock = new AudioStallDetector()
  for (let tick = 0; tick < 100; tick++) expect(clock.isFrozen(tick * 0.025, tick * 25)).toBe(false)
  expect(clock.isFrozen(2.475, 2500)).toBe(false)
  expect(clock.isFrozen(2.475, 2900)).toBe(false)
  expect(clock.isFrozen(2.475, 3000)).toBe(true)
})

test('[MT10] a page that was kept busy accuses no clock: only what it sees standing counts', () => {
  const clock = new AudioStallDetector()
  clock.isFrozen(1, 1000)
  expect(clock.isFrozen(1, 6000)).toBe(false)
  expect(clock.isFrozen(6, 6025)).toBe(false)
  expect(clock.isFrozen(6, 6400)).toBe(false)
})
