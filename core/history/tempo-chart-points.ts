import { DAYS_FROM_MONDAY_TO_DAY_0, type Calendar, type Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { compareEntriesByTime, dayOfEntry, type HistoryEntry } from './history-entry.ts'

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
 * these are still too many, keeps the last point of every two, four or more weeks (rule HI2).
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
