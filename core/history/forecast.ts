import { daysBetweenOrZero, type Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { TempoPoint } from './part-history.ts'

const RECENT_DAYS = 42
const LEAST_POINTS = 4
const MAX_DAYS_SINCE_PRACTICE = 14
const MOST_WEEKS = 26

/**
 * Returns whole weeks; null if the goal is reached already, over 26 weeks away or cannot be forecast.
 * `points` must be sorted by day, with at most one point per day (rule HI1).
 */
export function forecastWeeksToGoal(points: readonly TempoPoint[], goal: Bpm, today: Day): number | null {
  const recent = points.filter(({ day }) => daysBetweenOrZero(day, today) < RECENT_DAYS)
  const last = recent.at(-1)
  if (last === undefined || recent.length < LEAST_POINTS) return null
  if (daysBetweenOrZero(last.day, today) > MAX_DAYS_SINCE_PRACTICE || last.tempo >= goal) return null
  const perDay = theilSenSlope(recent)
  if (perDay <= 0) return null
  const weeks = Math.ceil((goal - last.tempo) / (7 * perDay))
  return weeks > MOST_WEEKS ? null : weeks
}

function theilSenSlope(points: readonly TempoPoint[]): number {
  const slopes = points
    .flatMap((point, index) =>
      points.slice(index + 1).map(later => (later.tempo - point.tempo) / (later.day - point.day)),
    )
    .sort((a, b) => a - b)
  const middle = slopes.length / 2
  return ((slopes[Math.ceil(middle) - 1] ?? 0) + (slopes[Math.floor(middle)] ?? 0)) / 2
}
