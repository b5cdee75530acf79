import { lazyComponent } from '#web/kit/lazy-component.tsx'

/** The summary of a routine that was left, preloaded while the overview is shown. */
export const leftSummary = lazyComponent(async () => ({
  default: (await import('./left-summary.tsx')).LeftSummary,
}))
