import { daysBetween, type Day } from '#core/library/day.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import {
  isLastPracticedOn,
  type PracticePart,
  priorityColor,
  type PriorityColor,
  priorityOf,
} from '#core/practice/priority.ts'
import {
  CLOSE_DAYS,
  countSlotsForUpcomingPerformances,
  partsDueForPerformance,
  planRunThrough,
  estimateRunThroughMinutes,
  type PlannedRunThrough,
} from './performances.ts'
import {
  distributeMinutes,
  MIN_MINUTES_PER_PART,
  MAX_MINUTES_PER_PART,
  estimatePartMinutes,
  clamp,
  type MeasuredPracticeEntry,
} from './part-minutes.ts'

/** The plan of a timed session: the parts chosen for the available practice time, each with its planned minutes. */
export type TimedSessionPlan = {
  /** The run-through of a piece that comes before all parts, or null (rule PF4). */
  readonly runThrough: PlannedRunThrough | null
  readonly slots: readonly TimedSessionSlot[]
  /**
   * Days until every part will have been practiced at this pace; null if all of them fit into today's session, or none
   * does (rule TS4).
   */
  readonly fullRotationDays: number | null
}

/** A slot of a timed session: a part to practice, with its minutes and the reason for choosing it. */
type TimedSessionSlot = {
  readonly part: PracticePart
  /** Whole minutes for the part in this round, 2 to 12. */
  readonly minutes: number
  /** The number of the pass through all parts, from 1. There are several only if few parts share much time. */
  readonly round: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
  readonly reason: SlotReason
}

/**
 * Reason for choosing a part for a timed session: its priority, the time since its last practice, or an upcoming
 * performance of its piece (rules TS1, PF1).
 */
type SlotReason =
  | { readonly kind: 'pressing' }
  /** Days since the part was last practiced, or since it was created if it was never practiced. */
  | { readonly kind: 'waited'; readonly days: number }
  /** The day of the performance, and the days until then. */
  | { readonly kind: 'performance'; readonly on: Day; readonly days: number }

type TimedSessionInput = {
  /** All parts that are not deleted, in practice order (rule PR2). */
  readonly parts: readonly PracticePart[]
  readonly today: Day
  /** The time there is, 5 to 180 whole minutes. */
  readonly minutes: number
  readonly days?: PracticeDaysSummary
  /** The timed entries of each part, oldest first. */
  readonly timed?: ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]>
  /** The seconds of past run-throughs of each piece, oldest first. */
  readonly runThroughs?: ReadonlyMap<PieceId, readonly number[]>
  /** Pieces for which no run-through may be planned, even if one is due today. */
  readonly withoutRunThrough?: readonly PieceId[]
}

/**
 * Creates the plan of a timed session. Chooses the parts to practice in the given number of minutes, and assigns
 * minutes to each. The result depends only on the arguments, so devices with the same library show the same session
 * (rules TS1, TS4, PF1, PF4).
 */
export function createTimedSession({
  parts,
  today,
  minutes,
  days = NO_PRACTICE_DAYS,
  timed = new Map(),
  runThroughs = new Map(),
  withoutRunThrough = [],
}: TimedSessionInput): TimedSessionPlan {
  const playable = parts.filter(({ pieceId }) => !withoutRunThrough.includes(pieceId))
  const runThrough = planRunThrough(playable, today, minutes, piece =>
    estimateRunThroughMinutes(runThroughs.get(piece) ?? []),
  )
  const time = minutes - (runThrough?.minutes ?? 0)
  const usual = (part: PracticePart) => estimatePartMinutes(part, timed.get(part.id) ?? [])
  const fitting = partsThatFit(sortForTimedSession(parts, today, days.last), usual, time)
  const allDue = partsDueForPerformance(parts, today)
  const due = allDue.slice(0, countSlotsForUpcomingPerformances(allDue, fitting.length))
  const dueParts = due.map(({ part }) => part)
  const reserved = Math.min(
    countReservedSlots(fitting.length, parts.length, today, days, due.length > 0),
    slotsToReserve(fitting.length, due.length),
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
  // Second, so that a musician who stops early has met one (rule TS4).
  chosen.splice(1, 0, ...waiting.map(part => ({ part, reason: waited(part, today) })))
  return {
    runThrough,
    slots: inRounds(
      chosen.map(each => ({ ...each, usual: usual(each.part) })),
      time,
    ),
    fullRotationDays: daysForFullRotation(fitting.length, parts.length, today, days),
  }
}

/**
 * Returns the color of a part in the list of a timed session, where it stands for a reason: that of its priority, but
 * red in the last two weeks before a performance, and never green before one (rule PX43).
 */
export function colorOfReason(part: PracticePart, reason: SlotReason, today: Day): PriorityColor {
  const color = priorityColor(priorityOf(part, today))
  if (reason.kind !== 'performance') return color
  if (reason.days <= CLOSE_DAYS) return 'red'
  return color === 'green' ? 'blue' : color
}

/** Estimates how many minutes all parts that were not practiced today will take (rule PX44). */
export const estimateMinutesLeft = (parts: readonly PracticePart[], today: Day): number =>
  parts
    .filter(part => !isLastPracticedOn(part, today))
    .reduce((sum, part) => sum + estimatePartMinutes(part, []), 0)

/** A part is sorted behind the others if it has reached this percentage of its goal and was practiced this recently. */
const WELL_ON_ITS_WAY_PERCENT = 60
const RECENTLY_DAYS = 2

/**
 * Returns the parts with those that can rest moved to the end. Apart from that, the given practice order is kept. A
 * part can rest if it was practiced today. It can also rest if it has reached 60 % of its goal and was practiced on the
 * user's last practice day, at most two days ago (rule TS1).
 */
export function sortForTimedSession(
  parts: readonly PracticePart[],
  today: Day,
  lastPracticeDay: Day | null,
): PracticePart[] {
  const isRecent = lastPracticeDay !== null && daysBetween(lastPracticeDay, today) <= RECENTLY_DAYS
  const canRest = (part: PracticePart) =>
    isLastPracticedOn(part, today) ||
    (isRecent &&
      part.lastPracticed === lastPracticeDay &&
      100 * part.currentTempo >= WELL_ON_ITS_WAY_PERCENT * part.endTempo)
  return [...parts.filter(part => !canRest(part)), ...parts.filter(canRest)]
}

/** Returns all parts that a session of this length could choose, whose practice times must be read. */
export function timedSessionCandidates(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
  lastPracticeDay: Day | null,
): PracticePart[] {
  const most = Math.ceil(minutes / MIN_MINUTES_PER_PART)
  const due = partsDueForPerformance(parts, today)
    .slice(0, most)
    .map(({ part }) => part)
  const pressing = sortForTimedSession(parts, today, lastPracticeDay)
    .filter(part => !due.includes(part))
    .slice(0, most + 1)
  const early = new Set([...due, ...pressing])
  return [...early, ...longestWaiting(parts, early, today).slice(0, most)]
}

/** Returns how many slots may be reserved: one stays for the most pressing part beside due ones (rule PF1). */
const slotsToReserve = (slots: number, due: number): number =>
  due === 0 ? slots : Math.max(0, slots - due - 1)

/**
 * Returns parts from the front of an order while half of the next one's usual minutes still fit and every part gets its
 * least; at least one (rule TS1).
 */
function partsThatFit(
  order: readonly PracticePart[],
  usual: (part: PracticePart) => number,
  minutes: number,
): PracticePart[] {
  const fitting: PracticePart[] = []
  let sum = 0
  for (const part of order) {
    const own = usual(part)
    const fits = sum + own / 2 <= minutes && MIN_MINUTES_PER_PART * (fitting.length + 1) <= minutes
    if (fitting.length > 0 && !fits) break
    fitting.push(part)
    sum += own
  }
  return fitting
}

/** Returns parts that are not chosen and were not practiced today, the longest rested first (rule TS4). */
function longestWaiting(
  parts: readonly PracticePart[],
  chosen: ReadonlySet<PracticePart>,
  today: Day,
): PracticePart[] {
  return parts
    .filter(part => !chosen.has(part) && !isLastPracticedOn(part, today))
    .sort((a, b) => restOf(b, today) - restOf(a, today))
}

type Chosen = Pick<TimedSessionSlot, 'part' | 'reason'>

/** Gives each part its minutes, in as many rounds as it takes that no block is too long (rule TS1). */
function inRounds(chosen: readonly (Chosen & { usual: number })[], minutes: number): TimedSessionSlot[] {
  if (chosen.length === 0) return []
  const rounds = Math.max(1, Math.ceil(minutes / (MAX_MINUTES_PER_PART * chosen.length)))
  return Array.from({ length: rounds }, (_, before) => {
    const ofRound = Math.floor(minutes / rounds) + (before < minutes % rounds ? 1 : 0)
    const shares = distributeMinutes(
      ofRound,
      chosen.map(({ usual }) => usual),
    )
    return chosen.map((each, index) => ({
      ...each,
      minutes: shares[index] ?? MIN_MINUTES_PER_PART,
      round: before + 1,
    }))
  }).flat()
}

const waited = (part: PracticePart, today: Day): SlotReason => ({
  kind: 'waited',
  days: restOf(part, today),
})

const restOf = (part: PracticePart, today: Day) => daysBetween(part.lastPracticed ?? part.createdAt, today)

/** All parts come round in six weeks where half of the slots are enough for that. */
const FULL_TURN_DAYS = 42
const LEAST_SHARE = 1 / 4
const MOST_SHARE = 1 / 2
/** The largest share that is reserved beside parts that are due for a performance (rule PF1). */
const MOST_SHARE_BESIDE_PERFORMANCE = 1 / 4

/** The pace of a user whose habits are not known yet, and for how long they are not. */
const FIRST_PACE = 5 / 7
const FIRST_DAYS = 14
const SLOWEST_PACE = 1 / 7

/**
 * Returns how many slots (places for one part) of today's timed session are reserved for the parts not practiced for
 * the longest time, so that no part is forgotten. On average, this is a quarter to a half of the slots, or a quarter if
 * parts are due for a performance (rule PF1). The average is rounded up on some practice days and down on others.
 * `days.count` determines which, so that the average is kept over time (rule TS4). Returns 0 if all parts fit into the
 * session.
 *
 * @param slots number of slots today, at least 1
 * @param parts number of parts in the library
 */
function countReservedSlots(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
  hasPerformance = false,
): number {
  if (slots >= parts) return 0
  const most = hasPerformance ? MOST_SHARE_BESIDE_PERFORMANCE : MOST_SHARE
  const share = reservedShare(slots, parts, today, days, most)
  const untilDay = (count: number) => Math.floor(count * share + 1e-9)
  return Math.min(slots, untilDay(days.count + 1) - untilDay(days.count))
}

/**
 * Estimates the number of days after which every part will have been practiced once, if the user continues at the
 * current pace. Returns null if all parts fit into today's session, or if the session has no part (rule TS4).
 *
 * @param slots number of parts in today's session
 * @param parts number of parts in the library
 */
function daysForFullRotation(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
): number | null {
  if (slots === 0 || slots >= parts) return null
  return parts / (reservedShare(slots, parts, today, days) * pace(today, days))
}

/** Returns how many slots are reserved on an average day: a quarter to the given share of them, at most a half. */
function reservedShare(
  slots: number,
  parts: number,
  today: Day,
  days: PracticeDaysSummary,
  mostShare = MOST_SHARE,
): number {
  const most = mostShare * slots
  return Math.max(LEAST_SHARE * slots, Math.min(most, parts / (FULL_TURN_DAYS * pace(today, days))))
}

/** Returns the share of the last four weeks' days with practice, 1/7 to 1; 5/7 in the first fortnight. */
function pace(today: Day, { first, recent }: PracticeDaysSummary): number {
  const since = first === null ? 0 : daysBetween(first, today)
  return since < FIRST_DAYS
    ? FIRST_PACE
    : clamp(recent / Math.min(PRACTICE_FREQUENCY_WINDOW_DAYS, since), SLOWEST_PACE, 1)
}

/** Summary of the days before today on which the user has practiced. */
export type PracticeDaysSummary = {
  /** Number of days. */
  readonly count: number
  readonly first: Day | null
  readonly last: Day | null
  /** Number of days within the 27 days before today. */
  readonly recent: number
}

const NO_PRACTICE_DAYS: PracticeDaysSummary = { count: 0, first: null, last: null, recent: 0 }

const PRACTICE_FREQUENCY_WINDOW_DAYS = 28

/** Summarizes practice days, which may be unsorted and contain duplicates. Ignores today and later days. */
export function summarizePracticeDays(today: Day, days: Iterable<Day>): PracticeDaysSummary {
  const before = [...new Set(days)].filter(day => day < today).sort((a, b) => a - b)
  return {
    count: before.length,
    first: before[0] ?? null,
    last: before.at(-1) ?? null,
    recent: before.filter(day => day > today - PRACTICE_FREQUENCY_WINDOW_DAYS).length,
  }
}
