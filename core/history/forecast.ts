import { daysBetween, type Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { TempoPoint } from './part-history.ts'

/** The number of days, including today, over which the rise in tempo is measured. */
const RECENT_DAYS = 42
const LEAST_POINTS = 4
/** After a longer break there is no forecast: the earlier rise says little about the coming weeks. */
const MAX_DAYS_SINCE_PRACTICE = 14
const MOST_WEEKS = 26

/**
 * The whole weeks, 1 to 26, until a part reaches its goal if its tempo rises as in the last 42 days (HI1).
 * Null if that takes longer, the goal is reached, the tempo does not rise, or practice was rare or long ago.
 *
 * @param points one per day, sorted; all of them, not reduced by `downsampleTempoPoints`
 */
export function forecastWeeksToGoal(points: readonly TempoPoint[], goal: Bpm, today: Day): number | null {
  const recent = points.filter(({ day }) => daysBetween(day, today) < RECENT_DAYS)
  const last = recent.at(-1)
  if (last === undefined || recent.length < LEAST_POINTS) return null
  if (daysBetween(last.day, today) > MAX_DAYS_SINCE_PRACTICE || last.tempo >= goal) return null
  const perDay = theilSenSlope(recent)
  if (perDay <= 0) return null
  const weeks = Math.ceil((goal - last.tempo) / (7 * perDay))
  return weeks > MOST_WEEKS ? null : weeks
}

/** The median slope of all pairs of points, in bpm per day (Theil 1950, Sen 1968); resists outliers. */
function theilSenSlope(points: readonly TempoPoint[]): number {
  const slopes = points
    .flatMap((point, index) =>
      points.slice(index + 1).map(later => (later.tempo - point.tempo) / (later.day - point.day)),
    )
    .sort((a, b) => a - b)
  const middle = slopes.length / 2
  return ((slopes[Math.ceil(middle) - 1] ?? 0) + (slopes[Math.floor(middle)] ?? 0)) / 2
}
