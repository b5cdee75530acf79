import { daysBetweenOrZero, type Day } from '#core/library/day.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import {
  isLastPracticedOn,
  type PracticePart,
  priorityColor,
  type PriorityColor,
  priorityOf,
} from '#core/practice/priority.ts'
import {
  CLOSE_PERFORMANCE_DAYS,
  countSlotsForUpcomingPerformances,
  partsDueForPerformance,
  chooseTodaysRunThrough,
  estimateMinutesFromRunThroughs,
  type PlannedRunThrough,
} from './performances.ts'
import {
  distributeMinutes,
  MIN_MINUTES_PER_SLOT,
  MAX_MINUTES_PER_SLOT,
  estimatePartMinutes,
  clamp,
  type MeasuredPracticeEntry,
} from './part-minutes.ts'

export type TimedSessionPlan = {
  readonly runThrough: PlannedRunThrough | null
  readonly slots: readonly TimedSessionSlot[]
  /** About how many days until all parts have had a turn; null if all or none fit into this session (TS4). */
  readonly fullRotationDays: number | null
}

type TimedSessionSlot = {
  readonly part: PracticePart
  readonly minutes: number
  readonly round: number
  readonly usual: number
  readonly reason: SlotReason
}

type SlotReason =
  | { readonly kind: 'pressing' | 'waited' }
  | { readonly kind: 'performance'; readonly on: Day; readonly days: number }

type TimedSessionInput = {
  /** Must be sorted by `sortInPracticeOrder`. */
  readonly parts: readonly PracticePart[]
  readonly today: Day
  readonly minutes: number
  readonly days?: PracticeDaysSummary
  /** Each part's practice entries with a measured duration, oldest first. */
  readonly timed?: ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]>
  /** How many seconds each piece's past run-throughs took, oldest first. */
  readonly runThroughs?: ReadonlyMap<PieceId, readonly number[]>
  readonly withoutRunThrough?: readonly PieceId[]
}

/** Depends only on its arguments, so that all devices show the same session (rules TS1, TS4, PF1, PF4). */
export function planTimedSession({
  parts,
  today,
  minutes,
  days = NO_PRACTICE_DAYS,
  timed = new Map(),
  runThroughs = new Map(),
  withoutRunThrough = [],
}: TimedSessionInput): TimedSessionPlan {
  const playable = parts.filter(({ pieceId }) => !withoutRunThrough.includes(pieceId))
  const runThrough = chooseTodaysRunThrough(playable, today, minutes, piece =>
    estimateMinutesFromRunThroughs(runThroughs.get(piece) ?? []),
  )
  const time = minutes - (runThrough?.minutes ?? 0)
  const usual = (part: PracticePart) => estimatePartMinutes(part, timed.get(part.id) ?? [])
  const fitting = partsThatFit(moveRecentlyPracticedPartsLast(parts, today, days.last), usual, time)
  const allDue = partsDueForPerformance(parts, today)
  const due = allDue.slice(0, countSlotsForUpcomingPerformances(allDue, fitting.length))
  const dueParts = due.map(({ part }) => part)
  const reserved = Math.min(
    countReservedSlots(fitting.length, parts.length, today, days, due.length > 0),
    mostReservedSlots(fitting.length, due.length),
  )
  const pressing = fitting
    .filter(part => !dueParts.includes(part))
    .slice(0, fitting.length - reserved - due.length)
  const waiting = longestWaiting(parts, new Set([...dueParts, ...pressing]), today).slice(0, reserved)
  // A single reserved slot that no part is waiting for stays with the most pressing one (rule TS1).
  if (pressing.length + due.length + waiting.length === 0) pressing.push(...fitting.slice(0, 1))
  const chosen: Chosen[] = [
    ...due.map(({ part, on, days: until }) => ({
      part,
      reason: { kind: 'performance' as const, on, days: until },
    })),
    ...pressing.map(part => ({ part, reason: { kind: 'pressing' as const } })),
  ]
  // Waiting parts come second, so that a musician who stops early has practiced one (rule TS4).
  chosen.splice(1, 0, ...waiting.map(part => ({ part, reason: { kind: 'waited' } as const })))
  return {
    runThrough,
    slots: inRounds(
      chosen.map(each => ({ ...each, usual: usual(each.part) })),
      time,
    ),
    fullRotationDays: daysForFullRotation(fitting.length, parts.length, today, days),
  }
}

export function timedPriorityColor(part: PracticePart, reason: SlotReason, today: Day): PriorityColor {
  const color = priorityColor(priorityOf(part, today))
  if (reason.kind !== 'performance') return color
  if (reason.days <= CLOSE_PERFORMANCE_DAYS) return 'red'
  return color === 'green' ? 'blue' : color
}

export const estimateMinutesOfPartsNotPracticedToday = (parts: readonly PracticePart[], today: Day): number =>
  parts
    .filter(part => !isLastPracticedOn(part, today))
    .reduce((sum, part) => sum + estimatePartMinutes(part, []), 0)

const WELL_ON_ITS_WAY_PERCENT = 60
const RECENTLY_DAYS = 2

export function moveRecentlyPracticedPartsLast(
  parts: readonly PracticePart[],
  today: Day,
  lastPracticeDay: Day | null,
): PracticePart[] {
  const isRecent = lastPracticeDay !== null && daysBetweenOrZero(lastPracticeDay, today) <= RECENTLY_DAYS
  const canWait = (part: PracticePart) =>
    isLastPracticedOn(part, today) ||
    (isRecent &&
      part.lastPracticed === lastPracticeDay &&
      100 * part.currentTempo >= WELL_ON_ITS_WAY_PERCENT * part.endTempo)
  return [...parts.filter(part => !canWait(part)), ...parts.filter(canWait)]
}

/** Returns all parts that `planTimedSession` may choose: only their entries need to be loaded. */
export function timedSessionCandidates(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
  lastPracticeDay: Day | null,
): PracticePart[] {
  const most = Math.ceil(minutes / MIN_MINUTES_PER_SLOT)
  const due = partsDueForPerformance(parts, today)
    .slice(0, most)
    .map(({ part }) => part)
  const pressing = moveRecentlyPracticedPartsLast(parts, today, lastPracticeDay)
    .filter(part => !due.includes(part))
    .slice(0, most + 1)
  const early = new Set([...due, ...pressing])
  return [...early, ...longestWaiting(parts, early, today).slice(0, most)]
}

const mostReservedSlots = (slots: number, due: number): number =>
  due === 0 ? slots : Math.max(0, slots - due - 1)

function partsThatFit(
  order: readonly PracticePart[],
  usual: (part: PracticePart) => number,
  minutes: number,
): PracticePart[] {
  const fitting: PracticePart[] = []
  let sum = 0
  for (const part of order) {
    const own = usual(part)
    const fits = sum + own / 2 <= minutes && MIN_MINUTES_PER_SLOT * (fitting.length + 1) <= minutes
    if (fitting.length > 0 && !fits) break
    fitting.push(part)
    sum += own
  }
  return fitting
}

function longestWaiting(
  parts: readonly PracticePart[],
  chosen: ReadonlySet<PracticePart>,
  today: Day,
): PracticePart[] {
  return parts
    .filter(part => !chosen.has(part) && !isLastPracticedOn(part, today))
    .sort((a, b) => daysSincePractice(b, today) - daysSincePractice(a, today))
}

type Chosen = Pick<TimedSessionSlot, 'part' | 'reason'>

function inRounds(chosen: readonly (Chosen & { usual: number })[], minutes: number): TimedSessionSlot[] {
  if (chosen.length === 0) return []
  const rounds = Math.max(1, Math.ceil(minutes / (MAX_MINUTES_PER_SLOT * chosen.length)))
  return Array.from({ length: rounds }, (_, before) => {
    const ofRound = Math.floor(minutes / rounds) + (before < minutes % rounds ? 1 : 0)
    const shares = distributeMinutes(
      ofRound,
      chosen.map(({ usual }) => usual),
    )
    return chosen.map((each, index) => ({
      ...each,
      minutes: shares[index] ?? MIN_MINUTES_PER_SLOT,
      round: before + 1,
    }))
  }).flat()
}

const daysSincePractice = (part: PracticePart, today: Day) =>
  daysBetweenOrZero(part.lastPracticed ?? part.createdAt, today)

const FULL_TURN_DAYS = 42
const LEAST_RESERVED = 1 / 4
const MOST_RESERVED = 1 / 2
const MOST_RESERVED_BESIDE_PERFORMANCE = 1 / 4

const FIRST_DAY_SHARE = 5 / 7
const FIRST_DAYS = 14
const LEAST_DAY_SHARE = 1 / 7

/** Slots are kept for the parts that waited longest (TS4). An average of 1.5 gives 1 one day, 2 the next. */
function countReservedSlots(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
  hasPerformance: boolean,
): number {
  if (slots >= parts) return 0
  const most = hasPerformance ? MOST_RESERVED_BESIDE_PERFORMANCE : MOST_RESERVED
  const average = averageReservedSlots(slots, parts, today, days, most)
  const untilDay = (count: number) => Math.floor(count * average + 1e-9)
  return Math.min(slots, untilDay(days.count + 1) - untilDay(days.count))
}

function daysForFullRotation(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
): number | null {
  if (slots === 0 || slots >= parts) return null
  return parts / (averageReservedSlots(slots, parts, today, days) * practiceDayShare(today, days))
}

function averageReservedSlots(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
  mostShare = MOST_RESERVED,
): number {
  const needed = parts / (FULL_TURN_DAYS * practiceDayShare(today, days))
  return clamp(needed, LEAST_RESERVED * slots, mostShare * slots)
}

function practiceDayShare(today: Day, { first, recent }: PracticeDaysSummary): number {
  const since = first === null ? 0 : daysBetweenOrZero(first, today)
  return since < FIRST_DAYS
    ? FIRST_DAY_SHARE
    : clamp(recent / Math.min(PRACTICE_FREQUENCY_WINDOW_DAYS, since), LEAST_DAY_SHARE, 1)
}

export type PracticeDaysSummary = {
  readonly count: number
  readonly first: Day | null
  readonly last: Day | null
  /** On how many of the 27 days before today the user practiced. */
  readonly recent: number
}

const NO_PRACTICE_DAYS: PracticeDaysSummary = { count: 0, first: null, last: null, recent: 0 }

const PRACTICE_FREQUENCY_WINDOW_DAYS = 28

export function summarizePracticeDaysBefore(today: Day, days: Iterable<Day>): PracticeDaysSummary {
  const before = [...new Set(days)].filter(day => day < today).sort((a, b) => a - b)
  return {
    count: before.length,
    first: before[0] ?? null,
    last: before.at(-1) ?? null,
    recent: before.filter(day => day > today - PRACTICE_FREQUENCY_WINDOW_DAYS).length,
  }
}
