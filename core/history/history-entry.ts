import type { Calendar, Day, Timestamp } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'

/** What the history of a part needs to know of a practice entry. */
export type HistoryEntry = {
  readonly id: string
  readonly tempo: Bpm
  readonly at: Timestamp
  readonly retractedAt: Timestamp | null
  /** The calendar day where it was practiced; null in entries that were made before it was stored (rule HI1). */
  readonly day: Day | null
  /** Whether the first try of the day was clean; null if nobody answered. */
  readonly firstTryClean: boolean | null
  /** The same for all entries of one run-through of the piece; null for any other entry. */
  readonly runThroughId: string | null
}

/** Returns the calendar day of an entry: the stored one, else the day of its time by the device's calendar. */
export const dayOfEntry = ({ day, at }: Pick<HistoryEntry, 'day' | 'at'>, calendar: Calendar): Day =>
  day ?? calendar(at)

/** Compares entries by their time, and entries of the same millisecond by id, so that all devices agree. */
export const compareEntriesByTime = (
  a: Pick<HistoryEntry, 'id' | 'at'>,
  b: Pick<HistoryEntry, 'id' | 'at'>,
): number => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id))
