import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patience } from './patience.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('[SN7] each failure in a row doubles the wait, and a success ends the row', () => {
  const waits = patience()
  expect([1, 2, 3].map(() => waits.afterFailure(null))).toEqual([1000, 2000, 4000])
  waits.beginAnew()
  expect(waits.afterFailure(null)).toBe(1000)
})

test('[SN7] a server that names a time is not asked before it, one that names none may be', () => {
  const waits = patience()
  expect(waits.isOver()).toBe(true)
  expect(waits.afterFailure(7)).toBe(7000)
  vi.advanceTimersByTime(6999)
  expect(waits.isOver()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(waits.isOver()).toBe(true)
  waits.afterFailure(null)
  expect(waits.isOver()).toBe(true)
})
