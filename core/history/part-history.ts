import type { Calendar } from '#core/library/day.ts'
import { countCleanFirstTries } from './first-tries.ts'
import type { HistoryEntry } from './history-entry.ts'
import { computeTempoChartPoints, type TempoChartPoints } from './tempo-chart-points.ts'

/** A part's practice history, summarized for its tempo chart and for the text next to the chart. */
export type PartHistory = {
  readonly points: TempoChartPoints
  /** How many of the part's last five first tries (the first attempt on a day) were clean; null if there are fewer. */
  readonly cleanTries: number | null
}

/**
 * Summarizes a part's practice history. Computes the points of the tempo chart, and counts how many of the last five
 * first tries were clean (rules HI1, FT2).
 *
 * @param entries the practice entries of one part, in any order
 */
export const summarizePartHistory = (entries: readonly HistoryEntry[], calendar: Calendar): PartHistory => ({
  points: computeTempoChartPoints(entries, calendar),
  cleanTries: countCleanFirstTries(entries),
})
