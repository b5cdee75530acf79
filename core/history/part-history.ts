import type { Calendar } from '#core/library/day.ts'
import { countCleanFirstTries } from './first-tries.ts'
import type { HistoryEntry } from './history-entry.ts'
import { computeTempoChartPoints, type TempoChartPoints } from './tempo-chart-points.ts'

/** Summary of a part's practice history, as its tempo chart and the text next to the chart show it. */
export type PartHistory = {
  readonly points: TempoChartPoints
  /** How many of the last five first tries were clean; null before there are five. */
  readonly cleanTries: number | null
}

/**
 * Summarizes the practice entries of one part, in any order: the points of its tempo chart and its clean first tries
 * (rules HI1, FT2).
 */
export const summarizePartHistory = (entries: readonly HistoryEntry[], calendar: Calendar): PartHistory => ({
  points: computeTempoChartPoints(entries, calendar),
  cleanTries: countCleanFirstTries(entries),
})
