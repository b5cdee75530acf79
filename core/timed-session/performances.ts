import { daysBetweenOrZero, type Day } from '#core/library/day.ts'
import type { PieceId } from '#core/library/piece.ts'
import { isLastPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import { medianOf } from './part-minutes.ts'

const NEAR_PERFORMANCE_DAYS = 42
export const CLOSE_PERFORMANCE_DAYS = 14
const DAILY_RUN_THROUGH_DAYS = 7

const FIRST_RUN_THROUGH_MINUTES = 5
const RUN_THROUGHS_COUNTED = 3

/** In a run-through, the musician plays a whole piece once without stopping. */
export type PlannedRunThrough = {
  readonly pieceId: PieceId
  readonly piece: string
  readonly performOn: Day
  readonly days: number
  readonly minutes: number
}

export function daysToNearPerformance(
  { performOn }: Pick<PracticePart, 'performOn'>,
  today: Day,
): number | null {
  if (performOn === null || performOn < today || performOn > today + NEAR_PERFORMANCE_DAYS) return null
  return performOn - today
}

export type PartDueForPerformance = {
  readonly part: PracticePart
  readonly on: Day
  readonly days: number
}

export function partsDueForPerformance(parts: readonly PracticePart[], today: Day): PartDueForPerformance[] {
  return parts
    .flatMap(part => {
      const days = daysToNearPerformance(part, today)
      const on = part.performOn
      if (on === null || days === null || isLastPracticedOn(part, today)) return []
      const overdue = daysBetweenOrZero(part.lastPracticed ?? part.createdAt, today) / longestRest(days)
      return overdue >= 1
        ? [{ due: { part, on, days }, overdue, reached: part.currentTempo / part.endTempo }]
        : []
    })
    .sort((a, b) => b.overdue - a.overdue || a.reached - b.reached)
    .map(({ due }) => due)
}

/** Finds the next performance whose piece has parts due today, and counts these parts; null if none has. */
export function nextPerformanceWithDueParts(
  parts: readonly PracticePart[],
  today: Day,
): { readonly piece: string; readonly days: number; readonly count: number } | null {
  const due = partsDueForPerformance(parts, today)
  const [next] = due.toSorted((a, b) => a.days - b.days)
  if (next === undefined) return null
  const { pieceId, piece } = next.part
  return { piece, days: next.days, count: due.filter(({ part }) => part.pieceId === pieceId).length }
}

function longestRest(days: number): number {
  if (days > 28) return 7
  if (days > 14) return 4
  return days > 7 ? 2 : 1
}

export function countSlotsForUpcomingPerformances(
  due: readonly PartDueForPerformance[],
  slots: number,
): number {
  const isClose = due.some(({ days }) => days <= CLOSE_PERFORMANCE_DAYS)
  const half = isClose ? Math.ceil(slots / 2) : Math.max(1, Math.floor(slots / 2))
  return Math.min(due.length, half)
}

export function chooseTodaysRunThrough(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
  minutesOf: (piece: PieceId) => number,
): PlannedRunThrough | null {
  const pieces = new Map(parts.map(part => [part.pieceId, part]))
  const [nearest] = [...pieces.values()]
    .flatMap(({ pieceId, piece, performOn }): PlannedRunThrough[] => {
      const days = daysToNearPerformance({ performOn }, today)
      if (performOn === null || days === null || !isRunThroughDay(days)) return []
      const own = minutesOf(pieceId)
      return 2 * own <= minutes ? [{ pieceId, piece, performOn, days, minutes: own }] : []
    })
    .sort((a, b) => a.days - b.days || (a.pieceId < b.pieceId ? -1 : 1))
  return nearest ?? null
}

export const pieceIdsDueForRunThrough = (parts: readonly PracticePart[], today: Day): PieceId[] => [
  ...new Set(
    parts.filter(part => isRunThroughDay(daysToNearPerformance(part, today))).map(({ pieceId }) => pieceId),
  ),
]

const isRunThroughDay = (days: number | null) =>
  days !== null && days <= CLOSE_PERFORMANCE_DAYS && (days <= DAILY_RUN_THROUGH_DAYS || days % 2 === 0)

/** `seconds` contains the durations of past run-throughs of a piece, oldest first. */
export const estimateMinutesFromRunThroughs = (seconds: readonly number[]): number =>
  seconds.length === 0
    ? FIRST_RUN_THROUGH_MINUTES
    : Math.max(1, Math.round(medianOf(seconds.slice(-RUN_THROUGHS_COUNTED)) / 60))
