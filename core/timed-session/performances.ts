import { daysBetween, type Day } from '#core/library/day.ts'
import type { PieceId } from '#core/library/piece.ts'
import { isLastPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import { medianOf } from './part-minutes.ts'

/** A performance affects sessions from this many days before it. */
const EFFECTIVE_DAYS = 42
/** This long before a performance, run-throughs begin, and due parts get up to half of the slots, rounded up. */
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
  /** Whole minutes, at least 1. */
  readonly minutes: number
}

/** Returns 0 on the day itself, and null without a performance in the next 42 days (rule PF1). */
export function daysToNearPerformance(
  { performOn }: Pick<PracticePart, 'performOn'>,
  today: Day,
): number | null {
  if (performOn === null || performOn < today || performOn > today + EFFECTIVE_DAYS) return null
  return performOn - today
}

export type PartDueForPerformance = {
  readonly part: PracticePart
  readonly on: Day
  /** Days until the performance; 0 on the day itself. */
  readonly days: number
}

/**
 * Returns the most overdue part first; among equals, the one furthest from its goal (rule PF1).
 *
 * @param parts in practice order
 */
export function partsDueForPerformance(parts: readonly PracticePart[], today: Day): PartDueForPerformance[] {
  return parts
    .flatMap(part => {
      const days = daysToNearPerformance(part, today)
      const on = part.performOn
      if (on === null || days === null || isLastPracticedOn(part, today)) return []
      const overdue = daysBetween(part.lastPracticed ?? part.createdAt, today) / longestRest(days)
      return overdue >= 1
        ? [{ due: { part, on, days }, overdue, reached: part.currentTempo / part.endTempo }]
        : []
    })
    .sort((a, b) => b.overdue - a.overdue || a.reached - b.reached)
    .map(({ due }) => due)
}

/** Returns the next performance with parts that are due today, and the number of these parts. */
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

/** The days without practice after which a part is due, `days` before its performance (rule PF1). */
function longestRest(days: number): number {
  if (days > 28) return 7
  if (days > 14) return 4
  return days > 7 ? 2 : 1
}

/** Half of the slots, at least 1, go to due parts; rounded up only within 14 days of a performance (PF1). */
export function countSlotsForUpcomingPerformances(
  due: readonly PartDueForPerformance[],
  slots: number,
): number {
  const isClose = due.some(({ days }) => days <= CLOSE_PERFORMANCE_DAYS)
  const half = isClose ? Math.ceil(slots / 2) : Math.max(1, Math.floor(slots / 2))
  return Math.min(due.length, half)
}

/**
 * Chooses today's run-through for the next performance, if it takes at most half of the session (PF4).
 *
 * @param minutesOf returns the whole minutes of a piece's run-through
 */
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

/** Includes pieces daily in the last week before a performance, and every other day in the week before. */
export const pieceIdsDueForRunThrough = (parts: readonly PracticePart[], today: Day): PieceId[] => [
  ...new Set(
    parts.filter(part => isRunThroughDay(daysToNearPerformance(part, today))).map(({ pieceId }) => pieceId),
  ),
]

const isRunThroughDay = (days: number | null) =>
  days !== null && days <= CLOSE_PERFORMANCE_DAYS && (days <= DAILY_RUN_THROUGH_DAYS || days % 2 === 0)

/**
 * Returns the median of the last three run-throughs in whole minutes, at least 1 (rule PF4).
 *
 * @param seconds of past run-throughs of the piece, oldest first
 */
export const estimateMinutesFromRunThroughs = (seconds: readonly number[]): number =>
  seconds.length === 0
    ? FIRST_RUN_THROUGH_MINUTES
    : Math.max(1, Math.round(medianOf(seconds.slice(-RUN_THROUGHS_COUNTED)) / 60))
