import { expect, test } from 'vitest'
import { aPracticePart, bpm } from '#tests/library/builders.ts'
import { estimatePartMinutes, medianOf, type MeasuredPracticeEntry } from './part-minutes.ts'

const at = (tempo: number) => aPracticePart({ currentTempo: bpm(tempo), endTempo: bpm(100) })
const entry = (seconds: number, plannedSeconds: number | null = 480): MeasuredPracticeEntry => ({
  tempo: bpm(60),
  seconds,
  plannedSeconds,
})

test('[TS1] 3 minutes at the goal, 5 from 85 percent, 8 below', () => {
  expect([60, 84, 85, 99, 100, 120].map(tempo => estimatePartMinutes(at(tempo), []))).toEqual([
    8, 8, 5, 5, 3, 3,
  ])
})

test('[TS1] from three timed entries on their median against what was planned counts', () => {
  expect(estimatePartMinutes(at(60), [entry(240), entry(240)])).toBe(8)
  expect(estimatePartMinutes(at(60), [entry(240), entry(480), entry(360)])).toBe(6)
  expect(estimatePartMinutes(at(60), [entry(240), entry(360), entry(480), entry(600)])).toBe(7)
  // Only the last five count.
  expect(
    estimatePartMinutes(
      at(60),
      [...Array(20).fill(960), ...Array(5).fill(360)].map(seconds => entry(seconds)),
    ),
  ).toBe(6)
})

test('[PF4] the median is the middle number, the mean of the middle two, and of no numbers none', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([9, 1, 5, 7])).toBe(6)
  // NaN, so that a benchmark that measured nothing fails.
  expect(medianOf([])).toBeNaN()
})
