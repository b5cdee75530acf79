import type { Calendar, Day, Timestamp } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'

/** The fields of a practice entry from which the history of a part is computed. */
export type HistoryEntry = {
  readonly id: string
  readonly tempo: Bpm
  readonly at: Timestamp
  readonly retractedAt: Timestamp | null
  /** The calendar day in the musician's time zone; null in entries saved before the app stored the day (rule HI1). */
  readonly day: Day | null
  /** Whether the part's first try of the day was clean; null if the musician did not say. */
  readonly firstTryClean: boolean | null
  /** Id of the run-through (playing the whole piece once) that added this entry; null for any other entry. */
  readonly runThroughId: string | null
}

/**
 * Returns the calendar day that is stored in an entry. Older entries have none; their day is computed from their time
 * in the device's time zone.
 */
export const dayOfEntry = ({ day, at }: Pick<HistoryEntry, 'day' | 'at'>, calendar: Calendar): Day =>
  day ?? calendar(at)

/**
 * Compares two entries by time, for sorting. Compares their ids if the times are equal, so that all devices sort them
 * alike.
 */
export const compareEntriesByTime = (
  a: Pick<HistoryEntry, 'id' | 'at'>,
  b: Pick<HistoryEntry, 'id' | 'at'>,
): number => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id))
