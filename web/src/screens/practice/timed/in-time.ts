import { followRoutine, recordActivity } from '#core/timed-session/timed-routine.ts'
import { NotReached } from './not-reached.tsx'
import { PiecesOnHold } from './pieces-on-hold.tsx'
import { TimeChooser } from './time-chooser.tsx'
import { TimedList } from './timed-list.tsx'

/** What only a routine with a time needs, and pieces on hold, in one file, because each file costs the first screen its name (0022). */
export const inTime = { NotReached, PiecesOnHold, TimeChooser, TimedList, followRoutine, recordActivity }
