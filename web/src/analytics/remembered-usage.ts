import { VISIT_TIMEOUT_MS } from '#core/protocol/usage-event.ts'
import { isObject, readJsonItem, storeItem } from '#web/device/browser-storage.ts'

const KEY = 'dacapo.usage'

export const NO_EVENT_TIME = 0

type RememberedUsage = {
  readonly lastEvent: number
  /** The host name of the server that gets the events. Null if the user has not agreed to it (rule AN10). */
  readonly shareWith: string | null
}

const NOTHING: RememberedUsage = { lastEvent: NO_EVENT_TIME, shareWith: null }

export function readRememberedUsage(userId: string): RememberedUsage {
  const kept = readJsonItem(KEY)
  return isObject(kept) && kept['userId'] === userId ? { ...NOTHING, ...kept } : NOTHING
}

export function storeRememberedUsage(userId: string, changed: Partial<RememberedUsage>): void {
  storeItem(KEY, JSON.stringify({ ...readRememberedUsage(userId), ...changed, userId }))
}

export function deleteRememberedUsage(): void {
  storeItem(KEY, null)
}

/** Uses the absolute difference, because clocks may be set back (rule AN1). */
export const startsNewVisit = (at: number, last: number): boolean => Math.abs(at - last) >= VISIT_TIMEOUT_MS

export function wasOpenedByReloadOrOwnLink(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  if (arrival instanceof PerformanceNavigationTiming && arrival.type !== 'navigate') return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
