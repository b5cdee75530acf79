import { updateRoutineTiming, recordRoutineActivity } from '#core/timed-session/timed-routine.ts'
import { PartsNotReached } from './parts-not-reached.tsx'
import { PiecesOnHoldLink } from './pieces-on-hold-link.tsx'
import { PracticeTimeChooser } from './practice-time-chooser.tsx'
import { TimedSessionList } from './timed-session-list.tsx'

/**
 * The components and functions for routines with a time limit and for pieces on hold (excluded from practice). They are
 * one object, so that the build puts all of them into one file (chunk). Each further file would make the code of the
 * first screen larger (decision 0022).
 */
export const timedRoutineChunk = {
  PartsNotReached,
  PiecesOnHoldLink,
  PracticeTimeChooser,
  TimedSessionList,
  updateRoutineTiming,
  recordRoutineActivity,
}
