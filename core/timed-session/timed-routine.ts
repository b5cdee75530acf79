import type { Day, Timestamp } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import { startPracticeSession, type PracticeSession } from '#core/practice/practice-session.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { blockOfPart, type Block } from './block.ts'
import { clamp } from './clamp.ts'
import { UNUSED_CLOCK, stopPracticeClock, recordSignOfLife, type PracticeClock } from './practice-clock.ts'
import { shareMinutes } from './share-minutes.ts'
import { TIMED_FORM } from './timed-form.ts'
import { timedOrder, type TimedSession } from './timed-session.ts'
import { LEAST_MINUTES, MOST_MINUTES } from './usual-minutes.ts'

/** What a routine knows of its time, if it was started from a timed session. */
export type TimedRoutine = {
  readonly form: typeof TIMED_FORM
  /** The time chosen, 5 to 180 minutes. */
  readonly minutes: number
  /** The parts of the routine and their minutes in this round. */
  readonly blocks: readonly Block[]
  /** Number of steps in the rounds after this one. */
  readonly laterSteps: number
  readonly clock: PracticeClock
  /** What the clock had counted when the current step began. */
  readonly blockFromMs: number
  /** The last practice day before the routine, which decides what one more part would be (rule TS1). */
  readonly lastPracticeDay: Day | null
}

/** A routine and what it knows of its time; null for a routine without a time. */
export type RoutineWithTiming = { readonly session: PracticeSession; readonly timed: TimedRoutine | null }

/** This much time left over at the end is offered for one more part. Minutes. */
const ONE_MORE_MINUTES = 4
const MINUTE_MS = 60_000

type Running = Exclude<PracticeSession, { kind: 'overview' }>
type Step = Extract<PracticeSession, { kind: 'step' }>

/** How a routine begins: the session, its time, and the part to begin with; null for the first. */
export type TimedStart = {
  readonly session: TimedSession
  readonly minutes: number
  /** The last practice day before today, or null. */
  readonly lastPracticeDay: Day | null
  readonly from: PartId | null
}

/** Starts the routine of a timed session. */
export function startTimedRoutine(
  { session: { slots }, minutes, lastPracticeDay, from }: TimedStart,
  now: Timestamp,
): RoutineWithTiming {
  const first = slots.filter(({ round }) => round === 1)
  const session = startPracticeSession(
    first.map(({ part }) => part),
    from === null ? { kind: 'top' } : { kind: 'part', id: from },
  )
  const timed: TimedRoutine = {
    form: TIMED_FORM,
    minutes,
    blocks: first.map(({ part, minutes: own, usual }) => ({ partId: part.id, minutes: own, usual })),
    laterSteps: slots.length - first.length,
    clock: recordSignOfLife(UNUSED_CLOCK, now, false),
    blockFromMs: 0,
    lastPracticeDay,
  }
  const startsLater = session.kind === 'step' && session.index > 0
  return startsLater ? withTimeShared(session, timed) : { session, timed }
}

/**
 * Returns a routine after a change. Its clock counts the time since the last one; Next and Skip share the time that is
 * left anew among the steps to come (rule TS8).
 */
export function followRoutine(
  { session: before, timed }: RoutineWithTiming,
  after: PracticeSession,
  now: Timestamp,
): RoutineWithTiming {
  if (timed === null) return { session: after, timed }
  if (after.kind === 'overview')
    return { session: after, timed: { ...timed, clock: stopPracticeClock(timed.clock, now) } }
  const counted =
    after.kind === 'step'
      ? recordActivity(timed, now, timed.clock.isClicking)
      : { ...timed, clock: stopPracticeClock(timed.clock, now) }
  if (before.kind === 'step' && isSameStep(before, after)) return { session: after, timed: counted }
  const arrived = { ...counted, blockFromMs: counted.clock.countedMs }
  return before.kind === 'step' && isNext(before, after)
    ? withTimeShared(after, arrived)
    : { session: after, timed: arrived }
}

/** Counts the time since the last sign of life (rule TS11). */
export const recordActivity = (timed: TimedRoutine, now: Timestamp, isClicking: boolean): TimedRoutine => ({
  ...timed,
  clock: recordSignOfLife(timed.clock, now, isClicking),
})

const isSameStep = (before: Step, after: Running) =>
  after.kind === 'step' && after.queue[after.index]?.partId === before.queue[before.index]?.partId

const isNext = (before: Step, after: Running) =>
  before.index + 1 === (after.kind === 'step' ? after.index : before.queue.length)

/** Returns the time that is left of a timed routine, 0 or more milliseconds. */
const leftMs = ({ minutes, clock }: TimedRoutine) => Math.max(0, minutes * MINUTE_MS - clock.countedMs)

/**
 * Shares the time that is left among the current step and those to come. Steps that would get less than two minutes fall
 * off the end; after the last step of a round the next one begins (rule TS8).
 */
function withTimeShared(session: Running, timed: TimedRoutine): RoutineWithTiming {
  const { queue } = session
  const index = session.kind === 'step' ? session.index : queue.length
  const left = Math.round(leftMs(timed) / MINUTE_MS)
  const steps = Math.min(queue.length - index + timed.laterSteps, Math.floor(left / LEAST_MINUTES))
  if (steps === 0 || queue.length === 0)
    return { session: { kind: 'finished', ...withoutStepsFrom(session, index) }, timed }
  const from = index < queue.length ? index : 0
  const inRound = Math.min(queue.length - from, steps)
  const usual = queue.map(({ partId }) => blockOfPart(timed, partId)?.usual ?? MOST_MINUTES)
  const shares = shareMinutes(
    left,
    Array.from({ length: steps }, (_, ahead) => usual[(from + ahead) % queue.length] ?? MOST_MINUTES),
  )
  const blocks = queue.slice(from, from + inRound).map(({ partId }, ahead) => ({
    partId,
    usual: usual[from + ahead] ?? MOST_MINUTES,
    minutes: shares[ahead] ?? LEAST_MINUTES,
  }))
  const others = timed.blocks.filter(({ partId }) => blocks.every(block => block.partId !== partId))
  return {
    session: { kind: 'step', index: from, ...withoutStepsFrom(session, from + inRound) },
    timed: { ...timed, blocks: [...others, ...blocks], laterSteps: steps - inRound },
  }
}

/** Removes the last steps of a routine; what they saved stays in its summary. */
function withoutStepsFrom(
  { queue, gone, undo }: Running,
  count: number,
): Pick<Step, 'queue' | 'gone' | 'undo'> {
  const cut = queue.slice(count).filter(({ saved }) => saved !== null)
  return { queue: queue.slice(0, count), gone: [...gone, ...cut], undo }
}

/** A part for the time that is left over at the end of a routine. */
export type ExtraPart = { readonly part: PracticePart; readonly minutes: number }

/**
 * Returns the minutes left at the end of a timed routine and the part that would come next, or null: from four minutes
 * on, if there is another part (rule TS8).
 *
 * @param parts all living parts in practice order
 */
export function findExtraPart(
  { session, timed }: RoutineWithTiming,
  parts: readonly PracticePart[],
  today: Day,
): ExtraPart | null {
  if (timed === null || session.kind !== 'finished') return null
  const minutes = Math.floor(leftMs(timed) / MINUTE_MS)
  if (minutes < ONE_MORE_MINUTES) return null
  const had = new Set([...session.queue, ...session.gone].map(({ partId }) => partId))
  const part = timedOrder(parts, today, timed.lastPracticeDay).find(({ id }) => !had.has(id))
  return part === undefined ? null : { part, minutes }
}

/** Adds a step for one more part to a finished timed routine (rule TS8). */
export function withExtraPart(
  session: PracticeSession,
  timed: TimedRoutine,
  more: ExtraPart,
): RoutineWithTiming {
  const added = startPracticeSession([more.part])
  if (session.kind !== 'finished' || added.kind !== 'step') return { session, timed }
  const minutes = clamp(more.minutes, LEAST_MINUTES, MOST_MINUTES)
  const block = { partId: more.part.id, minutes, usual: minutes }
  return {
    session: {
      kind: 'step',
      queue: [...session.queue, ...added.queue],
      gone: session.gone,
      index: session.queue.length,
      undo: null,
    },
    timed: {
      ...timed,
      blocks: [...timed.blocks, block],
      laterSteps: 0,
      blockFromMs: timed.clock.countedMs,
    },
  }
}
