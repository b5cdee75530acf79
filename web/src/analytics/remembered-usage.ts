import { VISIT_TIMEOUT_MS } from '#core/protocol/usage-event.ts'
import { isObject, readJsonItem, storeItem } from '#web/device/browser-storage.ts'

const KEY = 'dacapo.usage'

/** Stands for the time of the last event if there was none. */
export const NO_EVENT_TIME = 0

type RememberedUsage = {
  /** The time of the last event in any tab. */
  readonly lastEvent: number
  /** The host with which the user agreed to share events, or null (rule AN10). */
  readonly shareWith: string | null
}

const NOTHING: RememberedUsage = { lastEvent: NO_EVENT_TIME, shareWith: null }

/** What this browser has stored about the user; empty if it blocks its storage. */
export function readRememberedUsage(userId: string): RememberedUsage {
  const kept = readJsonItem(KEY)
  return isObject(kept) && kept['userId'] === userId ? { ...NOTHING, ...kept } : NOTHING
}

/** Deletes what is stored about other users. If storing fails, events are shared with nobody. */
export function storeRememberedUsage(userId: string, changed: Partial<RememberedUsage>): void {
  storeItem(KEY, JSON.stringify({ ...readRememberedUsage(userId), ...changed, userId }))
}

export function deleteRememberedUsage(): void {
  storeItem(KEY, null)
}

/** True for the first event and after 30 minutes, in either direction, as clocks may be set back (AN1). */
export const startsNewVisit = (at: number, last: number): boolean => Math.abs(at - last) >= VISIT_TIMEOUT_MS

/**
 * True if the page was opened by a reload, by Back or Forward, or by a link of ours: then a guest's visit
 * continues. Asks the browser, because the app stores nothing about guests (D21, rule AN1).
 */
export function wasOpenedByReloadOrOwnLink(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate') return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
