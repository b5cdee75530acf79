import { daysBetween, type Day } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import { isPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import { NO_PRACTICE_DAYS, type PracticeDays } from './practice-days.ts'
import { fullTurnDays, reservedSlots } from './reserved-slots.ts'
import { shareMinutes } from './share-minutes.ts'
import { LEAST_MINUTES, MOST_MINUTES, usualMinutes, type TimedEntry } from './usual-minutes.ts'

/** Parts and minutes chosen for the time that a musician has today. */
export type TimedSession = {
  readonly slots: readonly TimedSlot[]
  /** Days until every part has had its turn at this pace; null if all of them fit into today's session (rule TS9). */
  readonly fullTurnDays: number | null
}

/** A place of a timed session. */
export type TimedSlot = {
  readonly part: PracticePart
  /** Whole minutes, 2 to 12, of this round. */
  readonly minutes: number
  /** 1 for the first time through the parts, which is the only one unless there is much time for few parts. */
  readonly round: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
  readonly reason: SlotReason
}

/** Why a part is in the session: its priority, or a slot is reserved for it because it has waited longest (rule TS7). */
export type SlotReason =
  | { readonly kind: 'pressing' }
  /** Days since its last practice, or since it was made if it was never practiced. */
  | { readonly kind: 'waited'; readonly days: number }

type TimedSessionInput = {
  /** All living parts in practice order (rules PR2, PR3). */
  readonly parts: readonly PracticePart[]
  readonly today: Day
  /** The time there is, 5 to 180 whole minutes. */
  readonly minutes: number
  readonly days?: PracticeDays
  /** The timed entries of each part, oldest first. */
  readonly timed?: ReadonlyMap<PartId, readonly TimedEntry[]>
}

/**
 * Returns what to practice in the minutes there are. It depends on nothing but its input, so two devices with the same
 * library show the same session (rules TS1-TS7, TS10).
 */
export function timedSession({
  parts,
  today,
  minutes,
  days = NO_PRACTICE_DAYS,
  timed = new Map(),
}: TimedSessionInput): TimedSession {
  const usual = (part: PracticePart) => usualMinutes(part, timed.get(part.id) ?? [])
  const fitting = partsThatFit(timedOrder(parts, today, days.last), usual, minutes)
  const reserved = reservedSlots(fitting.length, parts.length, today, days)
  const pressing = fitting.slice(0, fitting.length - reserved)
  const waiting = longestWaiting(parts, new Set(pressing), today).slice(0, reserved)
  const chosen: Chosen[] = pressing.map(part => ({ part, reason: { kind: 'pressing' } }))
  // Second, so that a musician who stops early has met one (rule TS5).
  chosen.splice(1, 0, ...waiting.map(part => ({ part, reason: waited(part, today) })))
  return {
    slots: inRounds(
      chosen.map(each => ({ ...each, usual: usual(each.part) })),
      minutes,
    ),
    fullTurnDays: fullTurnDays(fitting.length, parts.length, today, days),
  }
}

/** What is behind the others: a part at this percentage of its goal, if it was practiced this recently. */
const WELL_ON_ITS_WAY_PERCENT = 60
const RECENTLY_DAYS = 2

/**
 * Returns parts in the order of a timed session: the specified one, with those at the end that were practiced today, or
 * on the last practice day if it was recent and they are well on their way (rule TS1).
 */
export function timedOrder(
  parts: readonly PracticePart[],
  today: Day,
  lastPracticeDay: Day | null,
): PracticePart[] {
  const isRecent = lastPracticeDay !== null && daysBetween(lastPracticeDay, today) <= RECENTLY_DAYS
  const canRest = (part: PracticePart) =>
    isPracticedOn(part, today) ||
    (isRecent &&
      part.lastPracticed === lastPracticeDay &&
      100 * part.currentTempo >= WELL_ON_ITS_WAY_PERCENT * part.endTempo)
  return [...parts.filter(part => !canRest(part)), ...parts.filter(canRest)]
}

/**
 * Returns the parts that a timed session can choose, however long each usually takes: only their times matter to it. No
 * part gets less than two minutes.
 */
export function candidateParts(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
  lastPracticeDay: Day | null,
): PracticePart[] {
  const most = Math.ceil(minutes / LEAST_MINUTES)
  const pressing = timedOrder(parts, today, lastPracticeDay).slice(0, most + 1)
  return [...pressing, ...longestWaiting(parts, new Set(pressing), today).slice(0, most)]
}

/**
 * Returns parts from the front of an order while half of the next one's usual minutes still fit and every part gets its
 * least; at least one (rule TS3).
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
    const fits = sum + own / 2 <= minutes && LEAST_MINUTES * (fitting.length + 1) <= minutes
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
    .filter(part => !chosen.has(part) && !isPracticedOn(part, today))
    .sort((a, b) => restOf(b, today) - restOf(a, today))
}

type Chosen = Pick<TimedSlot, 'part' | 'reason'>

/** Gives each part its minutes, in as many rounds as it takes that no block is too long (rule TS6). */
function inRounds(chosen: readonly (Chosen & { usual: number })[], minutes: number): TimedSlot[] {
  if (chosen.length === 0) return []
  const rounds = Math.max(1, Math.ceil(minutes / (MOST_MINUTES * chosen.length)))
  return Array.from({ length: rounds }, (_, before) => {
    const ofRound = Math.floor(minutes / rounds) + (before < minutes % rounds ? 1 : 0)
    const shares = shareMinutes(
      ofRound,
      chosen.map(({ usual }) => usual),
    )
    return chosen.map((each, index) => ({
      ...each,
      minutes: shares[index] ?? LEAST_MINUTES,
      round: before + 1,
    }))
  }).flat()
}

const waited = (part: PracticePart, today: Day): SlotReason => ({
  kind: 'waited',
  days: restOf(part, today),
})

const restOf = (part: PracticePart, today: Day) => daysBetween(part.lastPracticed ?? part.createdAt, today)
