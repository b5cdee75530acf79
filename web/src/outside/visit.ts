import { VISIT_ENDS_AFTER_MS } from '#core/usage-event.ts'

/**
 * Does an event begin another visit? It does when 30 minutes have passed since the last one, or none is known (rule
 * AN1). Clocks are set back as well, and then the last event lies ahead.
 */
export const beginsVisit = (at: number, last: number | null): boolean =>
  last === null || Math.abs(at - last) >= VISIT_ENDS_AFTER_MS

/** The later of two times, of which either may be unknown. */
export const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/**
 * Was this page reached from one of ours: by a reload, by going back, by a link? Of guests nothing is kept (D21), so
 * this is what tells that their visit goes on (rule AN2).
 */
export function wasReachedFromHere(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate') return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
