import type { Calendar } from '#core/library/day.ts'
import { cleanFirstTries } from './first-tries.ts'
import type { HistoryEntry } from './history-entry.ts'
import { tempoPoints, type TempoPoints } from './tempo-points.ts'

/** What screens show of the history of a part. */
export type PartHistory = {
  readonly points: TempoPoints
  /** How many of the last five first tries were clean; null before there are five. */
  readonly cleanTries: number | null
}

/** Sums up the entries of one part, in any order (rules HI1, FT2). */
export const partHistory = (entries: readonly HistoryEntry[], calendar: Calendar): PartHistory => ({
  points: tempoPoints(entries, calendar),
  cleanTries: cleanFirstTries(entries),
})
