import { createLazyComponent } from '#web/kit/lazy-component.tsx'

// Module state: a cache of loaded code.
let loaded: (typeof import('./timed-routine-chunk.ts'))['timedRoutineChunk'] | null = null

/**
 * Loads what only a routine with a time needs; rejects on failure, and retries on the next call. Without it, a routine
 * goes on with the times that it has.
 */
const loadTimedRoutineChunk = async () =>
  (loaded = (await import('./timed-routine-chunk.ts')).timedRoutineChunk)

/** Returns the functions that compute the schedule of a timed routine. Returns null until they are loaded. */
export const loadedTimedRoutineFunctions = () => loaded

/** Lazy component of the list of parts in a timed session. Its code is loaded while the overview is visible. */
export const lazyTimedList = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).TimedSessionList,
}))

/** Lazy component of the notice about the parts that a timed routine did not reach. */
export const lazyPartsNotReached = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).PartsNotReached,
}))

/** Lazy component of the link with the number of pieces on hold. */
export const lazyPiecesOnHoldLink = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).PiecesOnHoldLink,
}))

/** Lazy component with which the user chooses the practice time. */
export const lazyTimeChooser = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).PracticeTimeChooser,
}))
