import { expect, test } from 'vitest'
import type { TempoPoint } from '#core/history/part-history.ts'
import { bpm, day } from '#tests/library/builders.ts'
import { createTempoChartScale } from './part-trend.tsx'

const TODAY = day('2026-11-20')
const points = (...tempos: number[]) =>
  tempos.map((tempo, at) => ({ day: TODAY + at, tempo: bpm(tempo) }) as TempoPoint)

test('[PH3] a chart reaches from ten to ten around its tempos and the goal', () => {
  const { lowest, highest, y } = createTempoChartScale(points(72, 84), bpm(120))
  expect([lowest, highest]).toEqual([70, 120])
  expect([y(120), y(95), y(70)]).toEqual([0, 50, 100])
  expect(createTempoChartScale(points(128, 84), bpm(100)).highest).toBe(130)
})

test('[PH3] equal tempos are no cliff: a chart shows at least 20 bpm', () => {
  const { lowest, highest } = createTempoChartScale(points(90, 90, 91), bpm(90))
  expect([lowest, highest]).toEqual([90, 110])
})

test('[PH3] days stand where they are in time, the first at the left and the last at the right', () => {
  const [first, second, third] = points(60, 60, 60)
  const all = [first, { ...second, day: TODAY + 3 }, { ...third, day: TODAY + 4 }] as TempoPoint[]
  expect(all.map(createTempoChartScale(all, bpm(60)).x)).toEqual([0, 75, 100])
})
