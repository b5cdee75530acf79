import type { Timestamp } from '#core/library/day.ts'
import { MAX_PRACTICE_SECONDS, type PracticeDetails } from '#core/library/piece.ts'
import { wasFirstTryClean } from '#core/practice/first-try.ts'
import type { PartBeforeSave, PracticeSession, QueuedPart } from '#core/practice/practice-session.ts'
import { practiceSecondsToSave, type StepTimes } from '#core/timed-session/step-times.ts'
import { timeBlockOfPart } from '#core/timed-session/time-block-of-part.ts'
import { type TimedRoutine } from '#core/timed-session/timed-routine.ts'
import { localDay } from '#web/device/calendar.ts'

type SavedStep = {
  readonly part: QueuedPart
  /** The part before its tempo is saved. */
  readonly before: PartBeforeSave
  readonly timed: TimedRoutine | null
  readonly times: StepTimes
  readonly session: PracticeSession
  readonly now: Timestamp
}

/**
 * Returns the details to save with the tempo of a practiced part: the practiced and the planned time in seconds, the
 * day, and whether the first try of that day was without mistakes. Those that are unknown are null (rules TC2, TC3,
 * FT1).
 */
export function newEntryDetails({
  part,
  before,
  timed,
  times,
  session,
  now,
}: SavedStep): Omit<PracticeDetails, 'runThroughId'> {
  const day = localDay(now)
  const minutes = (timed && timeBlockOfPart(timed, part.partId)?.minutes) ?? null
  const last = before.lastPracticed === null ? null : localDay(before.lastPracticed)
  return {
    seconds: practiceSecondsToSave(times, session, part.partId, now),
    plannedSeconds: minutes && Math.min(minutes * 60, MAX_PRACTICE_SECONDS),
    day,
    firstTryClean: wasFirstTryClean(part.trainer, before, last, day),
  }
}
