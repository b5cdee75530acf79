import { expect, test } from 'vitest'
import { findKnee } from './find-knee.ts'
import { daysPerSecondAtPeak, musiciansServed } from './musician-day.ts'

test.each([
  [9, [1, 2, 4, 8, 16, 16, 12, 12, 10, 10], 8, 10],
  [100, [1, 2, 4, 8, 16], 16, null],
  [0.3, [1, 1, 0.5, 0.5, 0.25], 0.25, 0.5],
  [0.1, [1, 1, 0.5, 0.5, 0.25, 0.25], null, 0.25],
])('the knee at %d is found by the loads %j', async (limit, expected, kept, failed) => {
  const tried: number[] = []
  const knee = await findKnee([1, 2, 4, 8, 16], 2, async load => {
    tried.push(load)
    return { keepsUp: load <= limit, result: `at ${load}` }
  })
  expect(tried).toEqual(expected)
  expect([knee.kept?.load ?? null, knee.failed?.load ?? null]).toEqual([kept, failed])
  expect(knee.kept?.result ?? null).toBe(kept === null ? null : `at ${kept}`)
})

test('a load that is too much only once is not the knee', async () => {
  let plays = 0
  const knee = await findKnee([1, 2], 0, async load => ({ keepsUp: (plays += 1) !== 2, result: load }))
  expect(knee).toEqual({ kept: { load: 2, result: 2 }, failed: null })
})

test('a million musicians begin 25 days a second in the busiest hour', () => {
  expect(daysPerSecondAtPeak(1_000_000)).toBeCloseTo(24.8, 1)
  expect(musiciansServed(daysPerSecondAtPeak(12_345))).toBeCloseTo(12_345)
})
