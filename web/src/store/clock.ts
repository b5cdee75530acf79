import { useCallback, useSyncExternalStore } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import type { OpenedStore } from './store-interface.ts'
import { useStore } from './library-services.ts'

/** How often to check the clock: timers stop while a computer sleeps, and no event reports that it wakes. */
const ASK_AGAIN_AFTER_MS = 60_000

/** The time of this device, corrected by sync. All days and stored times are based on it (rule ST10). */
export const serverClockNow = (store: OpenedStore | null): Timestamp =>
  Date.now() + (store?.copy.get().position.clockOffset ?? 0)

/**
 * Returns the current day. Updates at midnight, at most a minute after a computer wakes, and when sync
 * corrects the clock (ST10). Actions must call `serverClockNow` instead, because this day may be outdated.
 */
export function useToday(): Day {
  const store = useStore()
  const today = () => localDay(serverClockNow(store))
  const subscribe = useCallback(
    (look: () => void) => {
      const listening = new AbortController()
      const { signal } = listening
      let timer = 0
      const wake = () => {
        look()
        timer = window.setTimeout(wake, Math.min(msUntilMidnight(serverClockNow(store)), ASK_AGAIN_AFTER_MS))
      }
      wake()
      window.addEventListener('focus', look, { signal })
      document.addEventListener('visibilitychange', look, { signal })
      const stopFollowing = store?.copy.subscribe(look)
      return () => {
        clearTimeout(timer)
        listening.abort()
        stopFollowing?.()
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, today, today)
}
