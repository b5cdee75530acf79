import { DAYS_FROM_MONDAY_TO_DAY_0, type GetLocalDay, type Day, type Timestamp } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'

export type PartHistorySummary = {
  readonly points: TempoChartSeries
  /** On how many of the last five days with a rated first try that try was clean; null if there are fewer. */
  readonly cleanTries: number | null
  readonly seconds: number
}

export const summarizePartHistory = (
  entries: readonly HistoryEntry[],
  calendar: GetLocalDay,
): PartHistorySummary => ({
  points: computeTempoChartSeries(entries, calendar),
  cleanTries: countRecentCleanFirstTries(entries),
  seconds: entries.reduce((sum, entry) => sum + (entry.retractedAt === null ? (entry.seconds ?? 0) : 0), 0),
})

export type HistoryEntry = {
  readonly id: string
  readonly tempo: Bpm
  readonly at: Timestamp
  readonly retractedAt: Timestamp | null
  readonly seconds: number | null
  readonly day: Day | null
  readonly firstTryClean: boolean | null
  readonly runThroughId: string | null
}

export const dayOfEntry = ({ day, at }: Pick<HistoryEntry, 'day' | 'at'>, calendar: GetLocalDay): Day =>
  day ?? calendar(at)

/** Compares entries with equal times by id, so that all devices show the same order. */
export const compareEntriesByTime = (
  a: Pick<HistoryEntry, 'id' | 'at'>,
  b: Pick<HistoryEntry, 'id' | 'at'>,
): number => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id))

export const FIRST_TRY_SAMPLE_SIZE = 5

export function countRecentCleanFirstTries(entries: readonly HistoryEntry[]): number | null {
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

export type TempoPoint = { readonly day: Day; readonly tempo: Bpm }

/** Each list is sorted by day and has at most one point per day. */
export type TempoChartSeries = {
  readonly days: readonly TempoPoint[]
  readonly runThroughs: readonly TempoPoint[]
}

const MAX_POINTS = 260

export function computeTempoChartSeries(
  entries: readonly HistoryEntry[],
  calendar: GetLocalDay,
): TempoChartSeries {
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

export function limitTempoPointCount(points: readonly TempoPoint[]): readonly TempoPoint[] {
  let thinned = points
  for (let weeks = 1; thinned.length > MAX_POINTS; weeks *= 2) thinned = lastOfEachPeriod(points, weeks)
  return thinned
}

function lastOfEachDay(entries: readonly HistoryEntry[], calendar: GetLocalDay): TempoPoint[] {
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
