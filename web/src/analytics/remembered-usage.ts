import { VISIT_TIMEOUT_MS } from '#core/protocol/usage-event.ts'

const KEY = 'dacapo.usage'

/** Value for the time of the last event if there was none. */
export const NEVER = 0

/** What this browser remembers of the signed-in user for analytics. */
type RememberedUsage = {
  /** Time of the user's last event, which all tabs share. */
  readonly lastEvent: number
  /** Host name of the external server with which the user agreed to share their events, or null (rule AN10). */
  readonly shareWith: string | null
}

const NOTHING: RememberedUsage = { lastEvent: NEVER, shareWith: null }

/**
 * Returns what this browser remembers of a signed-in user for analytics. If localStorage is blocked, that is nothing.
 */
export function rememberedUsage(userId: string): RememberedUsage {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'userId') !== userId) return NOTHING
    return { ...NOTHING, ...kept }
  } catch {
    return NOTHING
  }
}

/**
 * Stores `changed` for the signed-in user, and deletes what is stored about all other users. Does nothing if
 * localStorage is blocked.
 */
export function rememberUsage(userId: string, changed: Partial<RememberedUsage>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...rememberedUsage(userId), ...changed, userId }))
  } catch {
    // Events are then counted nevertheless, and shared with nobody.
  }
}

/** Deletes what is stored for analytics about the user, who has signed out of this browser. */
export function forgetUsage(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked, so it holds nothing either.
  }
}

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
