import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/** Lazy component of the summary of a routine that the user has left. It is preloaded while the overview is shown. */
export const lazyPausedRoutineSummary = createLazyComponent(async () => ({
  default: (await import('./paused-routine-summary.tsx')).PausedRoutineSummary,
}))
