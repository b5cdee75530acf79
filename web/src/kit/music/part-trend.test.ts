import { expect, test } from 'vitest'
import type { TempoPoint } from '#core/history/part-history.ts'
import { bpm, day } from '#tests/library/builders.ts'
import { createTempoChartScale } from './part-trend.tsx'

const TODAY = day('2026-11-20')
const points = (...tempos: number[]) =>
  tempos.map((tempo, at) => ({ day: TODAY + at, tempo: bpm(tempo) }) as TempoPoint)

test('[PH3] a chart has the five lines of a staff, at round tempos around those it shows and the goal', () => {
  const { lines, y } = createTempoChartScale(points(72, 84), bpm(120))
  expect(lines).toEqual([140, 120, 100, 80, 60])
  expect([y(140), y(100), y(60)]).toEqual([0, 50, 100])
  expect(createTempoChartScale(points(208, 40), bpm(100)).lines).toEqual([240, 180, 120, 60, 0])
})

test('[PH3] equal tempos are no cliff: a chart shows at least 20 bpm', () => {
  expect(createTempoChartScale(points(90, 90, 91), bpm(90)).lines).toEqual([110, 105, 100, 95, 90])
})

test('[PH3] days stand where they are in time, the first at the left and the last at the right', () => {
  const [first, second, third] = points(60, 60, 60)
  const all = [first, { ...second, day: TODAY + 3 }, { ...third, day: TODAY + 4 }] as TempoPoint[]
  expect(all.map(createTempoChartScale(all, bpm(60)).x)).toEqual([0, 75, 100])
})

test('[PH3] a single day stands in the middle', () => {
  const [only] = points(60) as [TempoPoint]
  expect(createTempoChartScale([only], bpm(60)).x(only)).toBe(50)
})
