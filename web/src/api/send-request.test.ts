import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackoff, backoffDelay } from './send-request.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('[SN7] each failure in a row doubles the wait, and a success ends the row', () => {
  const waits = createBackoff()
  expect([1, 2, 3].map(() => waits.recordFailure(null))).toEqual([1000, 2000, 4000])
  waits.reset()
  expect(waits.recordFailure(null)).toBe(1000)
})

test('[SN7] a server that names a time is not asked before it, one that names none may be', () => {
  const waits = createBackoff()
  expect(waits.canRetryNow()).toBe(true)
  expect(waits.recordFailure(7)).toBe(7000)
  vi.advanceTimersByTime(6999)
  expect(waits.canRetryNow()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.canRetryNow()).toBe(true)
  waits.recordFailure(null)
  expect(waits.canRetryNow()).toBe(true)
})

test('[SN7] the wait doubles from one second to one minute, of which chance takes up to half away', () => {
  const waits = [1, 2, 3, 6, 7, 50].map(failures => backoffDelay(failures, 1))
  expect(waits).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
  expect(backoffDelay(3, 0)).toBe(2000)
})
