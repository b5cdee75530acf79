import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { audioTimeHeardAt } from './audio-time-heard-at.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(5000)
})

afterEach(() => {
  vi.useRealTimers()
})

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

test('[MT8] a system that does not know its latency is taken for one without', () => {
  const context = { ...clock({}), baseLatency: 0, outputLatency: 0 }
  expect(audioTimeHeardAt(context, 5000)).toBe(3)
})
