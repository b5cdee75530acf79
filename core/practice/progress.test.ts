import { expect, test } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import { progressColor, meanTempoPercentOfGoal, floorPercent } from './progress.ts'

const at = (...tempos: number[]) => tempos.map(tempo => ({ currentTempo: bpm(tempo) }))

test('[PG1] the mean of the tempos in percent of the goal', () => {
  expect(meanTempoPercentOfGoal(at(80), bpm(120))).toBeCloseTo(66.6667, 4)
  expect(meanTempoPercentOfGoal(at(60, 90), bpm(120))).toBe(62.5)
  expect(meanTempoPercentOfGoal(at(60, 90, 120), bpm(120))).toBe(75)
  expect(meanTempoPercentOfGoal(at(132), bpm(120))).toBe(110)
})

test('[PG1] a piece without parts has no progress', () => {
  expect(meanTempoPercentOfGoal([], bpm(120))).toBeNull()
})

test('[PG2] below 60 red, below 85 blue, otherwise green', () => {
  const colors = [0, 59.999, 60, 84.999, 85, 100, 570].map(progressColor)
  expect(colors).toEqual(['red', 'red', 'blue', 'blue', 'green', 'green', 'green'])
})

test('[PG1] the percentage is rounded down, so it never claims the next color', () => {
  expect([0, 59.99, 60, 66.67, 99.999].map(floorPercent)).toEqual([0, 59, 60, 66, 99])
  for (let percent = 0; percent < 120; percent += 0.01)
    expect(progressColor(floorPercent(percent))).toBe(progressColor(percent))
})
