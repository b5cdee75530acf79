import { createLazyComponent } from '#web/kit/lazy-component.tsx'

/**
 * Lazy component that renders the one-line summary of a paused routine. Its code is loaded in advance, while the
 * overview of the practice screen is visible.
 */
export const lazyPausedRoutineSummary = createLazyComponent(async () => ({
  default: (await import('./paused-routine-summary.tsx')).PausedRoutineSummary,
}))
