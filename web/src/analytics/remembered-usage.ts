import { VISIT_TIMEOUT_MS } from '#core/protocol/usage-event.ts'
import { isObject, readJsonItem, storeItem } from '#web/device/browser-storage.ts'

const KEY = 'dacapo.usage'

/** Used as the time of the last event if there was none. */
export const NO_EVENT_TIME = 0

type RememberedUsage = {
  readonly lastEvent: number
  /** The host with which the user agreed to share events, or null (rule AN10). */
  readonly shareWith: string | null
}

const NOTHING: RememberedUsage = { lastEvent: NO_EVENT_TIME, shareWith: null }

/** Returns empty values if nothing is stored for this user or the browser blocks its storage. */
export function readRememberedUsage(userId: string): RememberedUsage {
  const kept = readJsonItem(KEY)
  return isObject(kept) && kept['userId'] === userId ? { ...NOTHING, ...kept } : NOTHING
}

/** Overwrites another user's values. If storage is blocked, nothing is stored and `shareWith` stays null. */
export function storeRememberedUsage(userId: string, changed: Partial<RememberedUsage>): void {
  storeItem(KEY, JSON.stringify({ ...readRememberedUsage(userId), ...changed, userId }))
}

export function deleteRememberedUsage(): void {
  storeItem(KEY, null)
}

/** Whether the times are at least 30 minutes apart, in either order, as clocks may be set back (rule AN1). */
export const startsNewVisit = (at: number, last: number): boolean => Math.abs(at - last) >= VISIT_TIMEOUT_MS

/**
 * True after a reload, Back, Forward, or a link on our site: then a guest's visit continues. Asks the
 * browser, because the app stores nothing about guests (D21, rule AN1).
 */
export function wasOpenedByReloadOrOwnLink(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate') return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
