import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/** Lazy component of the line that summarizes a paused routine. Its code is loaded while the overview is visible. */
export const lazyPausedRoutineSummary = createLazyComponent(async () => ({
  default: (await import('./paused-routine-summary.tsx')).PausedRoutineSummary,
}))
