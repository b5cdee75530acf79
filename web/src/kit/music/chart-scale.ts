import type { TempoPoint } from '#core/history/part-history.ts'
import type { Bpm } from '#core/music/tempo.ts'

/**
 * Scale of a tempo chart. `x` converts a point's day, and `y` a tempo, to a position in percent from the left and from
 * the top.
 */
export type ChartScale = {
  /** The tempos in bpm at the bottom and at the top of the chart. */
  readonly lowest: number
  readonly highest: number
  readonly x: (point: Pick<TempoPoint, 'day'>) => number
  readonly y: (tempo: number) => number
}

const STEP = 10

/**
 * Creates the scale of a chart that contains all points and the goal. Its lowest and highest tempos are multiples of 10
 * bpm and at least 20 bpm apart.
 */
export function createChartScale(points: readonly TempoPoint[], goal: Bpm): ChartScale {
  const tempos = [goal, ...points.map(({ tempo }) => tempo)]
  const days = points.map(({ day }) => day)
  const lowest = Math.floor(Math.min(...tempos) / STEP) * STEP
  const highest = Math.max(lowest + 2 * STEP, Math.ceil(Math.max(...tempos) / STEP) * STEP)
  const first = Math.min(...days)
  const length = Math.max(1, Math.max(...days) - first)
  return {
    lowest,
    highest,
    x: ({ day }) => (100 * (day - first)) / length,
    y: tempo => (100 * (highest - tempo)) / (highest - lowest),
  }
}
