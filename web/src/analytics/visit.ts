import { VISIT_TIMEOUT_MS } from '#core/protocol/usage-event.ts'

/** The time of the last event where none is known. */
export const NEVER = 0

/**
 * Returns true if an analytics event starts a new visit, because it is the first event or at least 30 minutes after the
 * previous one (rule AN1).
 *
 * @param at time of the event in ms
 * @param last time of the previous event, or NEVER; may be later than `at` if the clock was set back
 */
export const startsNewVisit = (at: number, last: number): boolean => Math.abs(at - last) >= VISIT_TIMEOUT_MS

/**
 * Returns true if a signed-out visitor continues a visit: the page was opened by a reload, by Back or Forward, or by a
 * link on our own site. The browser must tell, because the app stores nothing about such visitors (D21, rule AN1).
 */
export function wasReachedFromSameSite(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate') return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
