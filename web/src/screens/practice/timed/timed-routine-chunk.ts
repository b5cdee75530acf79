import { updateRoutineTiming, recordRoutineActivity } from '#core/timed-session/timed-routine.ts'
import { PartsNotReached } from './parts-not-reached.tsx'
import { PiecesOnHoldLink } from './pieces-on-hold-link.tsx'
import { PracticeTimeChooser } from './practice-time-chooser.tsx'
import { TimedSessionList } from './timed-session-list.tsx'

/**
 * The components and functions for routines with a time limit and for pieces on hold. They share one chunk of the
 * build, because the first screen's code contains the file name of each chunk and grows with their number (decision
 * 0022).
 */
export const timedRoutineChunk = {
  PartsNotReached,
  PiecesOnHoldLink,
  PracticeTimeChooser,
  TimedSessionList,
  updateRoutineTiming,
  recordRoutineActivity,
}
