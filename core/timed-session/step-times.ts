import type { Timestamp } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import { MAX_PRACTICE_SECONDS } from '#core/library/practice-details.ts'
import { currentPart, routineParts, type PracticeSession } from '#core/practice/practice-session.ts'
import { UNUSED_CLOCK, stopPracticeClock, recordSignOfLife, type PracticeClock } from './practice-clock.ts'

/** The time practiced in a routine, part by part, on this device. */
export type StepTimes = {
  /** Counts since the arrival at the current step. */
  readonly clock: PracticeClock
  readonly spent: readonly SpentTime[]
}

type SpentTime = {
  readonly partId: PartId
  /** Milliseconds of earlier visits to the step, since the part was saved last. */
  readonly unsavedMs: number
  /** Milliseconds of the entry that was saved last; they count again if it is undone. */
  readonly savedMs: number
}

/** The times of a routine that begins. */
export const NO_STEP_TIMES: StepTimes = { clock: UNUSED_CLOCK, spent: [] }

/** Counts the time since the last sign of life for the current step (rule TC1). */
export const withStepSign = (times: StepTimes, now: Timestamp, isClicking: boolean): StepTimes => ({
  ...times,
  clock: recordSignOfLife(times.clock, now, isClicking),
})

/**
 * Returns the times after a change of the routine, which is a sign of life itself. The time of a step goes with its part:
 * whoever comes back goes on counting, and a tempo that is saved takes the time with it until it is undone (rules TC1,
 * TC2).
 */
export function followSteps(
  times: StepTimes,
  before: PracticeSession,
  after: PracticeSession,
  now: Timestamp,
): StepTimes {
  const [from, to] = [currentPart(before)?.partId, currentPart(after)?.partId]
  const clock =
    to === undefined
      ? stopPracticeClock(times.clock, now)
      : recordSignOfLife(times.clock, now, times.clock.isClicking)
  if (from === to) return { clock, spent: withSaves(times.spent, before, after) }
  const arrived: PracticeClock = to === undefined ? UNUSED_CLOCK : { ...UNUSED_CLOCK, lastSign: now }
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
 * Returns the seconds, 1 to 3600, that an entry of a part takes with it if it is saved now; null if there are none (rule
 * TC2).
 */
export function secondsToSave(times: StepTimes, session: PracticeSession, partId: PartId, now: Timestamp) {
  const { unsavedMs } = spentOn(times.spent, partId)
  const { countedMs } =
    currentPart(session)?.partId === partId ? stopPracticeClock(times.clock, now) : UNUSED_CLOCK
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
