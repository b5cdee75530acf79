import type { Calendar } from '#core/library/day.ts'
import { countCleanFirstTries } from './first-tries.ts'
import type { HistoryEntry } from './history-entry.ts'
import { computeTempoChartPoints, type TempoChartPoints } from './tempo-chart-points.ts'

/** Summary of the practice history of one part, for display. */
export type PartHistory = {
  readonly points: TempoChartPoints
  /** How many of the last five first tries were clean; null before there are five. */
  readonly cleanTries: number | null
}

/** Summarizes the entries of one part, in any order, for display (rules HI1, FT2). */
export const summarizePartHistory = (entries: readonly HistoryEntry[], calendar: Calendar): PartHistory => ({
  points: computeTempoChartPoints(entries, calendar),
  cleanTries: countCleanFirstTries(entries),
})
