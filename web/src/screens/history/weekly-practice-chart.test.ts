import { expect, test } from 'vitest'
import { roundUpToChartMaxMinutes } from './weekly-practice-chart.tsx'

test('[HS1] no bar leaves its scale, whose quarters are whole minutes', () => {
  expect([0, 20, 21, 121, 600, 601].map(roundUpToChartMaxMinutes)).toEqual([20, 20, 40, 180, 600, 720])
  for (let minutes = 0; minutes < 11_000; minutes += 1) {
    expect(roundUpToChartMaxMinutes(minutes)).toBeGreaterThanOrEqual(minutes)
    expect(roundUpToChartMaxMinutes(minutes) % 4).toBe(0)
  }
})
