import type { Timestamp } from '#core/library/day.ts'
import { MAX_PRACTICE_SECONDS, type PartId } from '#core/library/piece.ts'
import { currentPart, routineParts, type PracticeSession } from '#core/practice/practice-session.ts'

/**
 * The time that the musician has spent on each part of a routine on this device. It is stored with the practice
 * entries.
 */
export type StepTimes = {
  /** The time practiced since the musician came to the current step. */
  readonly clock: PracticeClock
  readonly spent: readonly SpentTime[]
}

type SpentTime = {
  readonly partId: PartId
  /** Milliseconds of earlier visits to the step, since the part was saved last. */
  readonly unsavedMs: number
  /** Milliseconds of the entry that was saved last. They belong to the part again if the save is undone. */
  readonly savedMs: number
}

/** The practice clock before the musician's first action. */
export const INITIAL_PRACTICE_CLOCK: PracticeClock = { countedMs: 0, lastSign: null, isClicking: false }

/** The times spent on the parts of a routine at its start, before anything was practiced. */
export const INITIAL_STEP_TIMES: StepTimes = { clock: INITIAL_PRACTICE_CLOCK, spent: [] }

/**
 * Updates the times after an action of the musician, such as a tap. Adds the time since the previous action to the
 * time of the current part (rule TC1).
 */
export const recordStepActivity = (times: StepTimes, now: Timestamp, isClicking: boolean): StepTimes => ({
  ...times,
  clock: recordClockActivity(times.clock, now, isClicking),
})

/**
 * Updates the times spent on the parts after the routine has changed from `before` to `after`. If the musician goes
 * back to a part, counting continues from the time already spent on it. If a tempo is saved, the part's time is moved
 * to the new practice entry. If the save is undone, this time is moved back to the part (rule TC1).
 */
export function updateStepTimes(
  times: StepTimes,
  before: PracticeSession,
  after: PracticeSession,
  now: Timestamp,
): StepTimes {
  const [from, to] = [currentPart(before)?.partId, currentPart(after)?.partId]
  const clock =
    to === undefined
      ? stopPracticeClock(times.clock, now)
      : recordClockActivity(times.clock, now, times.clock.isClicking)
  if (from === to) return { clock, spent: withSaves(times.spent, before, after) }
  const arrived: PracticeClock =
    to === undefined ? INITIAL_PRACTICE_CLOCK : { ...INITIAL_PRACTICE_CLOCK, lastSign: now }
  const spent =
    from === undefined
      ? times.spent
      : withSpent(times.spent, from, ({ unsavedMs, savedMs }) => ({
          unsavedMs: unsavedMs + clock.countedMs,
          savedMs,
        }))
  return { clock: arrived, spent: withSaves(spent, before, after) }
}

/**
 * Returns the practice time in whole seconds to store with a new practice entry of a part, at most 3600. It contains
 * the time since the last save of the part. Returns null if it rounds to 0 (rule TC1).
 */
export function practiceSecondsToSave(
  times: StepTimes,
  session: PracticeSession,
  partId: PartId,
  now: Timestamp,
) {
  const { unsavedMs } = spentOn(times.spent, partId)
  const { countedMs } =
    currentPart(session)?.partId === partId ? stopPracticeClock(times.clock, now) : INITIAL_PRACTICE_CLOCK
  const seconds = Math.round((unsavedMs + countedMs) / 1000)
  return seconds < 1 ? null : Math.min(seconds, MAX_PRACTICE_SECONDS)
}

/** Moves the time of each part that was saved, or whose entry was undone. */
function withSaves(spent: StepTimes['spent'], before: PracticeSession, after: PracticeSession) {
  const [then, now] = [savedIn(before), savedIn(after)]
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter(id => then.get(id) !== now.get(id))
  return changed.reduce(
    (all, id) =>
      withSpent(all, id, ({ unsavedMs, savedMs }) =>
        now.has(id) ? { unsavedMs: 0, savedMs: unsavedMs } : { unsavedMs: unsavedMs + savedMs, savedMs: 0 },
      ),
    spent,
  )
}

/** The entries that a routine has saved, by part. */
function savedIn(session: PracticeSession): ReadonlyMap<PartId, string> {
  const { queue, gone } = routineParts(session) ?? { queue: [], gone: [] }
  return new Map(
    [...queue, ...gone].flatMap(({ partId, saved }) =>
      saved === null ? [] : [[partId, saved.practiceId] as const],
    ),
  )
}

const spentOn = (spent: StepTimes['spent'], partId: PartId): SpentTime =>
  spent.find(each => each.partId === partId) ?? { partId, unsavedMs: 0, savedMs: 0 }

function withSpent(
  spent: StepTimes['spent'],
  partId: PartId,
  change: (before: SpentTime) => Omit<SpentTime, 'partId'>,
): StepTimes['spent'] {
  const others = spent.filter(each => each.partId !== partId)
  return [...others, { partId, ...change(spentOn(spent, partId)) }]
}

/** The time practiced on this device so far, with the state needed to continue counting. */
export type PracticeClock = {
  readonly countedMs: number
  /** Time of the musician's last action, such as a tap; null after leaving the routine. */
  readonly lastSign: Timestamp | null
  /** Whether the metronome has been running since the last action. */
  readonly isClicking: boolean
}

/** A stretch without any sign of life counts at most so long: the phone may have been forgotten. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/**
 * Returns the practice clock (the practice time counted so far) after an action of the musician, such as a tap, a key
 * press or moving to a new step. Adds the time since the previous action, but at most 5 minutes, or 20 minutes if the
 * metronome was running (rule TC1).
 *
 * @param isClicking whether the metronome runs from now on
 */
export const recordClockActivity = (
  clock: PracticeClock,
  at: Timestamp,
  isClicking: boolean,
): PracticeClock => ({
  countedMs: clock.countedMs + stretchOf(clock, at),
  lastSign: at,
  isClicking,
})

/**
 * Returns the practice clock after the musician has left the routine. Adds the time since the last action. The clock
 * then stands still until the next action.
 */
export const stopPracticeClock = (clock: PracticeClock, at: Timestamp): PracticeClock => ({
  countedMs: clock.countedMs + stretchOf(clock, at),
  lastSign: null,
  isClicking: false,
})

function stretchOf({ lastSign, isClicking }: PracticeClock, at: Timestamp): number {
  if (lastSign === null) return 0
  // A clock that was set back counts nothing.
  return Math.max(0, Math.min(at - lastSign, isClicking ? MOST_CLICKING_MS : MOST_MS))
}

/** The time block of a part in a timed session: the minutes planned for practicing the part. */
export type PartTimeBlock = {
  readonly partId: PartId
  /** Whole minutes, 2 to 12. */
  readonly minutes: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
}

/**
 * Returns the time block of a part in a timed session, with its planned and usual minutes. Returns null if the session
 * does not contain the part.
 */
export const timeBlockOfPart = (
  { blocks }: { readonly blocks: readonly PartTimeBlock[] },
  part: PartId,
): PartTimeBlock | null => blocks.find(({ partId }) => partId === part) ?? null

/**
 * Version of the stored type TimedRoutine. It must be incremented when the type changes, because stored routines of
 * other versions cannot be read and are discarded.
 */
export const TIMED_ROUTINE_VERSION = 2
