import { expect, test } from 'vitest'
import { bpm, day } from '#tests/library/builders.ts'
import { forecastWeeksToGoal } from './forecast.ts'
import type { TempoPoint } from './part-history.ts'

const TODAY = day('2026-11-20')
const GOAL = bpm(120)

const points = (...tempos: [daysAgo: number, tempo: number][]) =>
  tempos.map(([daysAgo, tempo]) => ({ day: TODAY - daysAgo, tempo: bpm(tempo) }) as TempoPoint)

const pointsRisingBy = (bpmPerWeek: number, daysAgo: readonly number[]) =>
  points(
    ...daysAgo.map((ago): [number, number] => [
      ago,
      Math.round(84 - ((ago - (daysAgo.at(-1) ?? 0)) * bpmPerWeek) / 7),
    ]),
  )

test('[HI1] the goal is as many whole weeks away as the pace of the last 42 days needs', () => {
  expect(forecastWeeksToGoal(pointsRisingBy(7, [21, 14, 7, 0]), GOAL, TODAY)).toBe(6)
  expect(forecastWeeksToGoal(pointsRisingBy(14, [21, 14, 7, 0]), GOAL, TODAY)).toBe(3)
  expect(forecastWeeksToGoal(pointsRisingBy(7, [3, 2, 1, 0]), bpm(85), TODAY)).toBe(1)
})

test('[HI1] there is none before four days in the last 42', () => {
  expect(forecastWeeksToGoal(pointsRisingBy(7, [14, 7, 0]), GOAL, TODAY)).toBe(null)
  expect(forecastWeeksToGoal(pointsRisingBy(7, [42, 14, 7, 0]), GOAL, TODAY)).toBe(null)
  expect(forecastWeeksToGoal(pointsRisingBy(7, [41, 14, 7, 0]), GOAL, TODAY)).toBe(6)
  expect(forecastWeeksToGoal([], GOAL, TODAY)).toBe(null)
})

test('[HI1] there is none where the last practice is more than 14 days ago, or the goal is reached', () => {
  expect(forecastWeeksToGoal(pointsRisingBy(7, [35, 28, 21, 14]), GOAL, TODAY)).toBe(6)
  expect(forecastWeeksToGoal(pointsRisingBy(7, [36, 29, 22, 15]), GOAL, TODAY)).toBe(null)
  expect(forecastWeeksToGoal(pointsRisingBy(7, [21, 14, 7, 0]), bpm(84), TODAY)).toBe(null)
})

test('[HI1] there is none at a pace that leads nowhere, or takes more than 26 weeks', () => {
  expect(forecastWeeksToGoal(points([3, 84], [2, 84], [1, 84], [0, 84]), GOAL, TODAY)).toBe(null)
  expect(forecastWeeksToGoal(points([3, 90], [2, 88], [1, 86], [0, 84]), GOAL, TODAY)).toBe(null)
  expect(forecastWeeksToGoal(pointsRisingBy(1, [21, 14, 7, 0]), bpm(84 + 26), TODAY)).toBe(26)
  expect(forecastWeeksToGoal(pointsRisingBy(1, [21, 14, 7, 0]), bpm(84 + 27), TODAY)).toBe(null)
})

test('[HI1] one day that went wrong does not bend the pace', () => {
  const steady = pointsRisingBy(7, [28, 21, 14, 7, 0])
  const withOutlier = steady.map((point, at) => (at === 2 ? { ...point, tempo: bpm(40) } : point))
  expect(forecastWeeksToGoal(withOutlier, GOAL, TODAY)).toBe(forecastWeeksToGoal(steady, GOAL, TODAY))
})
