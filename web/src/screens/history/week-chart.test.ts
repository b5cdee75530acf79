import { expect, test } from 'vitest'
import { chartScaleMaxMinutes } from './week-chart.tsx'

test.each([
  [0, 20],
  [20, 20],
  [21, 40],
  [121, 180],
  [600, 600],
  [601, 720],
  [5000, 5040],
])('[HS1] %i minutes are drawn on a scale up to %i', (minutes, top) => {
  expect(chartScaleMaxMinutes(minutes)).toBe(top)
})

test('[HS1] no bar leaves its scale, and the quarters of a scale are whole minutes', () => {
  for (let minutes = 0; minutes < 11_000; minutes += 1) {
    expect(chartScaleMaxMinutes(minutes)).toBeGreaterThanOrEqual(minutes)
    expect(chartScaleMaxMinutes(minutes) % 4).toBe(0)
  }
})
