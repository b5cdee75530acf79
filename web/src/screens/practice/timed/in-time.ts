import { followRoutine, withSign } from '#core/timed-session/timed-routine.ts'
import { TimeChooser } from './time-chooser.tsx'
import { TimedList } from './timed-list.tsx'

/** What only a routine with a time needs, in one file, because each file costs the first screen its name (0022). */
export const inTime = { TimeChooser, TimedList, followRoutine, withSign }
