import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/** Lazy component of the summary of a paused routine. It is preloaded while the overview is visible. */
export const lazyPausedRoutineSummary = createLazyComponent(async () => ({
  default: (await import('./paused-routine-summary.tsx')).PausedRoutineSummary,
}))
