import {
  MAX_EVENTS_PER_REQUEST,
  type UsageEventWithoutTime,
  type UsageEvent,
} from '#core/protocol/usage-event.ts'
import type { LibraryServices } from '#web/store/library-services.ts'
import { hasPageUserChanged, readLastUserId } from '#web/store/last-user.ts'
import { hasOptedOutOfTracking, type Analytics } from './analytics.ts'
import {
  deleteRememberedUsage,
  NO_EVENT_TIME,
  readRememberedUsage,
  storeRememberedUsage,
  startsNewVisit,
  wasOpenedByReloadOrOwnLink,
} from './remembered-usage.ts'
import { postEvents } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'

// Events that occur within this time are sent in one batch.
const SEND_AFTER_MS = 2000

export function createAnalytics(device: LibraryServices): Analytics {
  let waiting: { readonly userId: string | null; readonly event: UsageEvent }[] = []
  let lastHere = NO_EVENT_TIME
  let hasComeBack = false
  let viewedPage: string | null = null
  let timer: number | null = null

  // On phones, hiding is the last that a page reliably learns of.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushEvents()
  })
  window.addEventListener('pagehide', () => void flushEvents())

  function trackEvent(event: UsageEventWithoutTime): void {
    if (hasOptedOutOfTracking()) return
    const userId = device.store.get()?.userId ?? readLastUserId()
    const at = Date.now()
    const last =
      userId === null
        ? lastHere || lastOfGuest(at)
        : Math.max(lastHere, readRememberedUsage(userId).lastEvent)
    if (startsNewVisit(at, last)) waiting.push({ userId, event: { name: 'session_start', at } })
    waiting.push({ userId, event: { ...event, at } })
    waiting = waiting.slice(-MAX_EVENTS_PER_REQUEST)
    lastHere = at
    if (userId !== null) storeRememberedUsage(userId, { lastEvent: at })
    timer ??= window.setTimeout(() => void flushEvents(), SEND_AFTER_MS)
  }

  const lastOfGuest = (at: number) => (hasComeBack || wasOpenedByReloadOrOwnLink() ? at : NO_EVENT_TIME)

  /** Must send the request before its first `await`, because the page may be about to close. */
  async function flushEvents(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (!navigator.onLine) return
    const byUser = Map.groupBy(waiting, ({ userId }) => userId)
    waiting = []
    await Promise.all(
      [...byUser].map(async ([userId, all]) => {
        if (userId !== null && isSignedOut(userId)) return
        // Shared with the host to which the user agreed, or with nobody.
        const share = userId === null ? null : readRememberedUsage(userId).shareWith
        const body = { events: all.map(({ event }) => event), ...(share !== null && { share }) }
        // The page may be about to unload. sendBeacon could not name the user.
        const sending = { keepalive: true, credentials: userId === null ? 'omit' : 'same-origin' } as const
        // The server refuses the events if the session cookie meanwhile belongs to another user (rule AN5).
        await call(postEvents, { userId, body, sending })
      }),
    )
  }

  // The server would refuse the events: the browser's tabs share one cookie.
  const isSignedOut = (userId: string) =>
    device.sync.state.get().kind === 'signed-out' || hasPageUserChanged(userId)

  return {
    trackEvent,
    flushEvents,
    forgetUser: deleteRememberedUsage,
    noteViewedPage(pathname) {
      const isNew = pathname !== viewedPage
      viewedPage = pathname
      return isNew
    },
    markVisitContinued() {
      hasComeBack = true
    },
  }
}
