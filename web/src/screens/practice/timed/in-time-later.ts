import { createLazyComponent } from '#web/kit/lazy-component.tsx'

let loaded: (typeof import('./in-time.ts'))['inTime'] | null = null

/**
 * Loads what only a routine with a time needs; rejects on failure, and retries on the next call. Without it, a routine
 * goes on with the times that it has.
 */
const loadInTime = async () => (loaded = (await import('./in-time.ts')).inTime)

/** Returns the functions that compute the time of a routine; null until they are loaded. */
export const timedRoutineRules = () => loaded

/** Lazy component of the list of a timed session. It is preloaded while the overview is shown. */
export const timedList = createLazyComponent(async () => ({ default: (await loadInTime()).TimedList }))

/** Lazy component of the notice about the parts that a timed routine did not reach. */
export const notReached = createLazyComponent(async () => ({ default: (await loadInTime()).NotReached }))

/** Lazy component of the line that counts the pieces on hold. */
export const onHoldLine = createLazyComponent(async () => ({
  default: (await loadInTime()).PiecesOnHoldLink,
}))

/** Lazy component of the choice of the practice time. */
export const timeChooser = createLazyComponent(async () => ({ default: (await loadInTime()).TimeChooser }))
