import { lazyComponent } from '#web/kit/lazy-component.tsx'

let loaded: (typeof import('./in-time.ts'))['inTime'] | null = null

/**
 * Loads what only a routine with a time needs; rejects on failure, and retries on the next call. Without it, a routine
 * goes on with the times that it has.
 */
const loadInTime = async () => (loaded = (await import('./in-time.ts')).inTime)

/** The rules of a routine's time; null until they are loaded. */
export const timedRoutineRules = () => loaded

/** The list of a timed session, preloaded while the overview is shown. */
export const timedList = lazyComponent(async () => ({ default: (await loadInTime()).TimedList }))

/** What a timed routine that was left did not reach. */
export const notReached = lazyComponent(async () => ({ default: (await loadInTime()).NotReached }))

/** The line of pieces on hold. */
export const onHoldLine = lazyComponent(async () => ({ default: (await loadInTime()).PiecesOnHold }))

/** The choice of the time for practicing. */
export const timeChooser = lazyComponent(async () => ({ default: (await loadInTime()).TimeChooser }))
