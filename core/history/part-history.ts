import { DAYS_FROM_MONDAY_TO_DAY_0, type Calendar, type Day, type Timestamp } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'

/** A part's practice history, summarized for its tempo chart and for the text next to the chart. */
export type PartHistory = {
  readonly points: TempoChartPoints
  /** How many of the part's last five first tries (the first attempt on a day) were clean; null if there are fewer. */
  readonly cleanTries: number | null
}

/**
 * Summarizes a part's practice history. Computes the points of the tempo chart, and counts how many of the last five
 * first tries were clean (rules HI1, FT1).
 *
 * @param entries the practice entries of one part, in any order
 */
export const summarizePartHistory = (entries: readonly HistoryEntry[], calendar: Calendar): PartHistory => ({
  points: computeTempoChartPoints(entries, calendar),
  cleanTries: countCleanFirstTries(entries),
})

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

/**
 * Number of first tries of a part, the most recent ones, of which the app counts the clean ones. A first try is the
 * first attempt at the part on a day. If there are fewer first tries, there is no count, because it would say little
 * (rule FT1).
 */
export const FIRST_TRY_SAMPLE_SIZE = 5

/**
 * Returns how many of a part's last five first tries were clean, 0 to 5, or null if there are fewer than five. A first
 * try is the first attempt at the part on a day. Ignores retracted entries and entries of run-throughs, in which the
 * whole piece is played once (rule FT1).
 *
 * @param entries the entries of one part, in any order
 */
export function countCleanFirstTries(entries: readonly HistoryEntry[]): number | null {
  const answers = entries
    .filter(
      ({ retractedAt, firstTryClean, runThroughId }) =>
        retractedAt === null && firstTryClean !== null && runThroughId === null,
    )
    .toSorted(compareEntriesByTime)
    .slice(-FIRST_TRY_SAMPLE_SIZE)
  if (answers.length < FIRST_TRY_SAMPLE_SIZE) return null
  return answers.filter(({ firstTryClean }) => firstTryClean).length
}

/** A point of a tempo chart: the tempo of a part on a day. */
export type TempoPoint = { readonly day: Day; readonly tempo: Bpm }

/**
 * The points of a part's tempo chart, in two lists sorted by day: one for practice of the part itself, one for
 * run-throughs (playing the whole piece once).
 */
export type TempoChartPoints = {
  /** The tempo of each day's last entry that is not part of a run-through. */
  readonly days: readonly TempoPoint[]
  /** The tempo of each day's last run-through. */
  readonly runThroughs: readonly TempoPoint[]
}

/** The most points of one kind that a chart shows. */
const MAX_POINTS = 260

/**
 * Computes the points of a part's tempo chart. Each day has one point, with the tempo of the day's last entry. The
 * entries of run-throughs (playing the whole piece once) form a separate list. Ignores retracted entries (rule HI1).
 *
 * @param entries the entries of one part, in any order
 */
export function computeTempoChartPoints(
  entries: readonly HistoryEntry[],
  calendar: Calendar,
): TempoChartPoints {
  const living = entries.filter(({ retractedAt }) => retractedAt === null)
  return {
    days: lastOfEachDay(
      living.filter(({ runThroughId }) => runThroughId === null),
      calendar,
    ),
    runThroughs: lastOfEachDay(
      living.filter(({ runThroughId }) => runThroughId !== null),
      calendar,
    ),
  }
}

/**
 * Reduces the points of a tempo chart to at most 260. If there are more, keeps only the last point of each week. If
 * these are still too many, keeps the last point of every two, four or more weeks (rule HI1).
 *
 * @param points sorted by day
 */
export function downsampleTempoPoints(points: readonly TempoPoint[]): readonly TempoPoint[] {
  let thinned = points
  for (let weeks = 1; thinned.length > MAX_POINTS; weeks *= 2) thinned = lastOfEachPeriod(points, weeks)
  return thinned
}

function lastOfEachDay(entries: readonly HistoryEntry[], calendar: Calendar): TempoPoint[] {
  const latest = new Map<Day, HistoryEntry>()
  for (const entry of entries) {
    const day = dayOfEntry(entry, calendar)
    const known = latest.get(day)
    if (known === undefined || compareEntriesByTime(known, entry) < 0) latest.set(day, entry)
  }
  return [...latest].map(([day, { tempo }]) => ({ day, tempo })).sort((a, b) => a.day - b.day)
}

function lastOfEachPeriod(points: readonly TempoPoint[], weeks: number): TempoPoint[] {
  // Weeks begin on Monday.
  const periodOf = ({ day }: TempoPoint) => Math.floor((day + DAYS_FROM_MONDAY_TO_DAY_0) / (7 * weeks))
  return points.filter((point, index) => {
    const next = points[index + 1]
    return next === undefined || periodOf(next) !== periodOf(point)
  })
}
