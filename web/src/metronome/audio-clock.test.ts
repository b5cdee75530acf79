import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AudioStallDetector, audioTimeHeardAt } from './audio-clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(5000)
})

afterEach(() => void vi.useRealTimers())

const clock = (timestamp: AudioTimestamp) => ({
  currentTime: 3,
  baseLatency: 0.01,
  outputLatency: 0.05,
  getOutputTimestamp: () => timestamp,
})

test('[MT8] what is heard comes from the timestamp of the output', () => {
  const context = clock({ contextTime: 2.8, performanceTime: 4990 })
  expect(audioTimeHeardAt(context, 5000)).toBeCloseTo(2.81)
  expect(audioTimeHeardAt(context, 4900)).toBeCloseTo(2.71)
})

test('[MT8] without a timestamp, or with one of the future as in WebKitGTK, it comes from clock and latency', () => {
  for (const timestamp of [
    {},
    { contextTime: 0, performanceTime: 0 },
    { contextTime: 2.8, performanceTime: 7800 },
  ]) {
    expect(audioTimeHeardAt(clock(timestamp), 5000)).toBeCloseTo(2.95)
    expect(audioTimeHeardAt(clock(timestamp), 4900)).toBeCloseTo(2.85)
  }
})

test('[MT10] a clock that goes is not frozen, one that stands for half a second is', () => {
  const clock = new AudioStallDetector()
  for (let tick = 0; tick < 100; tick++) expect(clock.isFrozen(tick * 0.025, tick * 25)).toBe(false)
  expect(clock.isFrozen(2.475, 2500)).toBe(false)
  expect(clock.isFrozen(2.475, 2900)).toBe(false)
  expect(clock.isFrozen(2.475, 3000)).toBe(true)
})

test('[MT10] a page that was kept busy takes no clock for frozen: only the time that it observed counts', () => {
  const clock = new AudioStallDetector()
  clock.isFrozen(1, 1000)
  expect(clock.isFrozen(1, 6000)).toBe(false)
  expect(clock.isFrozen(6, 6025)).toBe(false)
  expect(clock.isFrozen(6, 6400)).toBe(false)
})
