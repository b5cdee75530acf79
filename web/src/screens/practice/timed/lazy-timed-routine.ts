import { createLazyComponent } from '#web/kit/lazy-component.tsx'

// Module state: a cache of loaded code.
let loaded: (typeof import('./timed-routine-chunk.ts'))['timedRoutineChunk'] | null = null

/**
 * Loads what only a routine with a time needs; rejects on failure, and retries on the next call. Without it, a routine
 * goes on with the times that it has.
 */
const loadTimedRoutineChunk = async () =>
  (loaded = (await import('./timed-routine-chunk.ts')).timedRoutineChunk)

/**
 * Returns the components and functions for a timed routine (a routine with a time limit), such as those that compute
 * its schedule. Returns null until their code is loaded.
 */
export const loadedTimedRoutineFunctions = () => loaded

/**
 * Lazy component that renders the parts of a timed session (the plan for the available practice time). Its code is
 * loaded in advance, while the overview of the practice screen is visible.
 */
export const lazyTimedList = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).TimedSessionList,
}))

/**
 * Lazy component that renders the names of the parts that a routine with a time limit did not reach before the user
 * left it.
 */
export const lazyPartsNotReached = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).PartsNotReached,
}))

/** Lazy component that renders a link with the number of pieces on hold (excluded from practice for now). */
export const lazyPiecesOnHoldLink = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).PiecesOnHoldLink,
}))

/** Lazy component that renders the control with which the user chooses the practice time. */
export const lazyTimeChooser = createLazyComponent(async () => ({
  default: (await loadTimedRoutineChunk()).PracticeTimeChooser,
}))
