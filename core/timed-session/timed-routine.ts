import type { Day, Timestamp } from '#core/library/day.ts'
import {
  MAX_PRACTICE_SECONDS,
  type PartId,
  type PracticeEntryId,
  type Part,
  type RunThroughId,
} from '#core/library/piece.ts'
import {
  startPracticeSession,
  type PracticeSession,
  type PausedRoutine,
} from '#core/practice/practice-session.ts'
import { isLastPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import {
  timeBlockOfPart,
  INITIAL_PRACTICE_CLOCK,
  stopPracticeClock,
  recordClockActivity,
  TIMED_ROUTINE_VERSION,
  type PartTimeBlock,
  type PracticeClock,
} from './step-times.ts'
import { clamp, distributeMinutes, MIN_MINUTES_PER_PART, MAX_MINUTES_PER_PART } from './part-minutes.ts'
import type { PlannedRunThrough } from './performances.ts'
import { sortForTimedSession, type TimedSessionPlan } from './timed-session.ts'
import type { Intention } from '#core/library/change.ts'
import type { Bpm } from '#core/music/tempo.ts'

/**
 * The schedule of a timed routine, which is a routine that was started from a timed session. Contains the planned
 * minutes and the time already used.
 */
export type TimedRoutine = {
  readonly form: typeof TIMED_ROUTINE_VERSION
  /** The practice time that the musician chose, 5 to 180 minutes. */
  readonly minutes: number
  /** The parts of the routine and their minutes in this round (pass through all parts). */
  readonly blocks: readonly PartTimeBlock[]
  /** Number of steps in the rounds (passes through all parts) after this one. */
  readonly laterSteps: number
  readonly clock: PracticeClock
  /** The milliseconds counted by the practice clock when the current step began. */
  readonly blockFromMs: number
  /**
   * The last practice day before the routine, or null. The choice of an extra part at the end depends on it (rule
   * TS1).
   */
  readonly lastPracticeDay: Day | null
  /**
   * The run-through of a piece before the first step, until the musician has rated or skipped it; otherwise null (rule
   * PF4).
   */
  readonly runThrough: PlannedRunThrough | null
  /** The piece whose run-through was saved in this routine, and the entries saved for it; null if there is none. */
  readonly playedThrough: { readonly piece: string; readonly entries: readonly PracticeEntryId[] } | null
}

/** A practice routine (`session`) with its schedule (`timed`). `timed` is null if the routine has no time limit. */
export type RoutineWithTiming = { readonly session: PracticeSession; readonly timed: TimedRoutine | null }

/** This much time left over at the end is offered for one more part. Minutes. */
const ONE_MORE_MINUTES = 4
const MINUTE_MS = 60_000

type Running = Exclude<PracticeSession, { kind: 'overview' }>
type Step = Extract<PracticeSession, { kind: 'step' }>

/**
 * Options for starting a timed routine: the timed session to follow, the practice time, the user's last practice day,
 * and the part to begin with (`from`), which is null for the first one.
 */
export type TimedRoutineOptions = {
  readonly session: TimedSessionPlan
  readonly minutes: number
  /** The last practice day before today, or null. */
  readonly lastPracticeDay: Day | null
  readonly from: PartId | null
}

/**
 * Starts a routine with the parts and minutes of a timed session. If it begins at a given part (`from`), the planned
 * run-through (playing a whole piece once) is left out, and the whole time is divided among that part and the
 * following ones.
 */
export function startTimedRoutine(
  { session: { slots, runThrough }, minutes, lastPracticeDay, from }: TimedRoutineOptions,
  now: Timestamp,
): RoutineWithTiming {
  const first = slots.filter(({ round }) => round === 1)
  const session = startPracticeSession(
    first.map(({ part }) => part),
    from === null ? { kind: 'top' } : { kind: 'part', id: from },
  )
  const timed: TimedRoutine = {
    form: TIMED_ROUTINE_VERSION,
    minutes,
    blocks: first.map(({ part, minutes: own, usual }) => ({ partId: part.id, minutes: own, usual })),
    laterSteps: slots.length - first.length,
    clock: recordClockActivity(INITIAL_PRACTICE_CLOCK, now, false),
    blockFromMs: 0,
    lastPracticeDay,
    runThrough: from === null ? runThrough : null,
    playedThrough: null,
  }
  const isAsPlanned = from === null || (runThrough === null && slots[0]?.part.id === from)
  return session.kind === 'overview' || isAsPlanned
    ? { session, timed }
    : redistributeTimeLeft(session, timed)
}

/**
 * Updates the schedule of a routine after its session has changed to `after`. Adds the time since the musician's last
 * action. If the change led to the next step, redistributes the remaining time among the remaining parts (rule TS8).
 */
export function updateRoutineTiming(
  { session: before, timed }: RoutineWithTiming,
  after: PracticeSession,
  now: Timestamp,
): RoutineWithTiming {
  if (timed === null) return { session: after, timed }
  if (after.kind === 'overview')
    return { session: after, timed: { ...timed, clock: stopPracticeClock(timed.clock, now) } }
  const counted =
    after.kind === 'step'
      ? recordRoutineActivity(timed, now, timed.clock.isClicking)
      : { ...timed, clock: stopPracticeClock(timed.clock, now) }
  if (before.kind === 'step' && isSameStep(before, after)) return { session: after, timed: counted }
  // A run-through comes before the first step, and goes on where it was left.
  const runThrough = after.kind === 'step' && after.index === 0 ? counted.runThrough : null
  const blockFromMs = runThrough === null ? counted.clock.countedMs : counted.blockFromMs
  const arrived = { ...counted, runThrough, blockFromMs }
  return before.kind === 'step' && isNext(before, after)
    ? redistributeTimeLeft(after, arrived)
    : { session: after, timed: arrived }
}

/**
 * Updates the schedule after an action of the musician, such as a tap. Adds the time since the previous action to the
 * time already used (rule TC1).
 */
export const recordRoutineActivity = (
  timed: TimedRoutine,
  now: Timestamp,
  isClicking: boolean,
): TimedRoutine => ({
  ...timed,
  clock: recordClockActivity(timed.clock, now, isClicking),
})

const isSameStep = (before: Step, after: Running) =>
  after.kind === 'step' && after.queue[after.index]?.partId === before.queue[before.index]?.partId

const isNext = (before: Step, after: Running) =>
  before.index + 1 === (after.kind === 'step' ? after.index : before.queue.length)

/** Returns the time that is left of a timed routine, 0 or more milliseconds. */
const leftMs = ({ minutes, clock }: TimedRoutine) => Math.max(0, minutes * MINUTE_MS - clock.countedMs)

/**
 * Divides the time left of a timed routine among the current part and the following ones. Drops parts at the end that
 * would get less than two minutes. After the last part, starts another round (pass through all parts) if there is time
 * for it. Finishes the routine if there is no time for even one part (rule TS8).
 */
function redistributeTimeLeft(session: Running, timed: TimedRoutine): RoutineWithTiming {
  const { queue } = session
  const index = session.kind === 'step' ? session.index : queue.length
  const left = Math.round(leftMs(timed) / MINUTE_MS)
  const steps = Math.min(queue.length - index + timed.laterSteps, Math.floor(left / MIN_MINUTES_PER_PART))
  if (steps === 0 || queue.length === 0)
    return { session: { kind: 'finished', ...withoutStepsFrom(session, index) }, timed }
  const from = index < queue.length ? index : 0
  const inRound = Math.min(queue.length - from, steps)
  const usual = queue.map(({ partId }) => timeBlockOfPart(timed, partId)?.usual ?? MAX_MINUTES_PER_PART)
  const shares = distributeMinutes(
    left,
    Array.from({ length: steps }, (_, ahead) => usual[(from + ahead) % queue.length] ?? MAX_MINUTES_PER_PART),
  )
  const blocks = queue.slice(from, from + inRound).map(({ partId }, ahead) => ({
    partId,
    usual: usual[from + ahead] ?? MAX_MINUTES_PER_PART,
    minutes: shares[ahead] ?? MIN_MINUTES_PER_PART,
  }))
  const others = timed.blocks.filter(({ partId }) => blocks.every(block => block.partId !== partId))
  return {
    session: { kind: 'step', index: from, ...withoutStepsFrom(session, from + inRound) },
    timed: { ...timed, blocks: [...others, ...blocks], laterSteps: steps - inRound },
  }
}

/** Removes the last steps of a routine. Tempos that they have saved stay in the summary. */
function withoutStepsFrom(
  { queue, gone, undo }: Running,
  count: number,
): Pick<Step, 'queue' | 'gone' | 'undo'> {
  const cut = queue.slice(count).filter(({ saved }) => saved !== null)
  return { queue: queue.slice(0, count), gone: [...gone, ...cut], undo }
}

/** A further part that is offered at the end of a timed routine, with the minutes that are left for it. */
export type ExtraPart = { readonly part: PracticePart; readonly minutes: number }

/**
 * Returns the next part to practice at the end of a timed routine, with the remaining minutes. Returns null if fewer
 * than four minutes are left or there is no other part (rule TS8).
 *
 * @param parts all parts that are not deleted, in practice order
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
  const part = sortForTimedSession(parts, today, timed.lastPracticeDay).find(({ id }) => !had.has(id))
  return part === undefined ? null : { part, minutes }
}

/**
 * Adds a step for an extra part, with 2 to 12 minutes, to a finished timed routine and goes to this step. Returns the
 * routine unchanged if it is not finished (rule TS8).
 */
export function addExtraPart(
  session: PracticeSession,
  timed: TimedRoutine,
  more: ExtraPart,
): RoutineWithTiming {
  const added = startPracticeSession([more.part])
  if (session.kind !== 'finished' || added.kind !== 'step') return { session, timed }
  const minutes = clamp(more.minutes, MIN_MINUTES_PER_PART, MAX_MINUTES_PER_PART)
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

/**
 * The musician's answer after a run-through (playing a whole piece once): whether it went without stopping, and the
 * tempo of the metronome.
 */
export type RunThroughAnswer = {
  /** Whether the musician played the piece without stopping. */
  readonly isClean: boolean
  /** The tempo of the metronome in bpm; null if the metronome did not run. */
  readonly tempo: Bpm | null
}

/** The id of a new practice entry that a run-through adds, and the part to which the entry belongs. */
export type RunThroughPracticeEntry = { readonly id: PracticeEntryId; readonly part: Part }

/** The data of a run-through (playing a whole piece once) from which its practice entries are created. */
export type RunThroughToSave = {
  readonly id: RunThroughId
  readonly answer: RunThroughAnswer
  /** How long playing the piece took, in seconds. */
  readonly seconds: number
  readonly day: Day
  /** A new entry for each part of the piece that is not deleted. */
  readonly entries: readonly RunThroughPracticeEntry[]
}

/**
 * Returns the intentions (changes to store) that save a run-through, which is playing a whole piece once. Each
 * intention adds a practice entry to one part of the piece, with an equal share of the time in whole seconds (rule
 * PF4).
 */
export function runThroughIntentions({
  id: runThroughId,
  answer,
  seconds,
  day,
  entries,
}: RunThroughToSave): Extract<Intention, { kind: 'practice.add' }>[] {
  return entries.map(({ id, part }, index) => {
    const share = Math.floor(seconds / entries.length) + (index < seconds % entries.length ? 1 : 0)
    const args = {
      id,
      pieceId: part.pieceId,
      partId: part.id,
      tempo: answer.tempo ?? part.currentTempo,
      ...(share > 0 && { seconds: Math.min(share, MAX_PRACTICE_SECONDS) }),
      day,
      firstTryClean: answer.isClean,
      runThroughId,
    }
    return { kind: 'practice.add' as const, args }
  })
}

/** Returns how long the current run-through of a piece has taken so far, in whole seconds. */
export const elapsedRunThroughSeconds = ({ clock, blockFromMs }: TimedRoutine, now: Timestamp): number =>
  Math.round((stopPracticeClock(clock, now).countedMs - blockFromMs) / 1000)

/**
 * Ends the run-through of a timed routine after the musician has rated or skipped it. The routine continues with its
 * first part, and the remaining time is divided among the parts (rules PF4, TS8). Returns the routine unchanged if no
 * run-through is pending.
 *
 * @param entries the practice entries saved for the run-through; empty if it was skipped
 */
export function endRunThrough(
  { session, timed }: RoutineWithTiming,
  entries: readonly PracticeEntryId[],
  now: Timestamp,
): RoutineWithTiming {
  if (timed?.runThrough == null) return { session, timed }
  const { piece } = timed.runThrough
  const clock = session.kind === 'step' ? recordClockActivity(timed.clock, now, false) : timed.clock
  const ended: TimedRoutine = {
    ...timed,
    clock,
    blockFromMs: clock.countedMs,
    runThrough: null,
    playedThrough: entries.length === 0 ? null : { piece, entries },
  }
  return session.kind === 'step' ? redistributeTimeLeft(session, ended) : { session, timed: ended }
}

/**
 * Returns the parts of a timed session that the musician had not reached when leaving it, in practice order (rule TS8).
 * Includes parts that the session dropped because the time ran short. Excludes parts practiced today.
 *
 * @param parts all parts that are not deleted, in practice order
 */
export function findPartsNotReached(
  { queue, gone, index }: PausedRoutine,
  { blocks }: Pick<TimedRoutine, 'blocks'>,
  parts: readonly PracticePart[],
  today: Day,
): PracticePart[] {
  const shown = queue.filter(({ saved }, step) => step <= index || saved !== null)
  const reached = new Set([...shown, ...gone].map(({ partId }) => partId))
  const chosen = new Set(blocks.map(({ partId }) => partId))
  return parts.filter(part => chosen.has(part.id) && !reached.has(part.id) && !isLastPracticedOn(part, today))
}
