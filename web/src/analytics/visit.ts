import { VISIT_TIMEOUT_MS } from '#core/protocol/usage-event-limits.ts'

/**
 * Returns whether an event starts a new visit: 30 minutes have passed since the last event, or there is none (rule
 * AN1). A clock that was set back can put the last event into the future.
 */
export const startsNewVisit = (at: number, last: number | null): boolean =>
  last === null || Math.abs(at - last) >= VISIT_TIMEOUT_MS

/** Returns the later of two times, either of which may be null. */
export const laterTime = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/**
 * Returns whether this page was reached from our own site by a reload, history navigation or link. No data is stored
 * for signed-out visitors (D21), so this is how their visit continues (rule AN2).
 */
export function wasReachedFromSameSite(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate') return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
