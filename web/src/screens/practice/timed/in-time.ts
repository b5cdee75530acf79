import { updateRoutineTiming, recordRoutineActivity } from '#core/timed-session/timed-routine.ts'
import { NotReached } from './not-reached.tsx'
import { PiecesOnHoldLink } from './pieces-on-hold-link.tsx'
import { TimeChooser } from './time-chooser.tsx'
import { TimedList } from './timed-list.tsx'

/**
 * The components and functions of timed routines and of pieces on hold, in one chunk. Separate chunks would cost the
 * first screen a file name each (0022).
 */
export const inTime = {
  NotReached,
  PiecesOnHoldLink,
  TimeChooser,
  TimedList,
  updateRoutineTiming,
  recordRoutineActivity,
}
