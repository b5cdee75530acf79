import { useCallback, useSyncExternalStore } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import type { OpenedStore } from './store-interface.ts'
import { useStore } from './library-services.ts'

/** How often to look at the clock: timers stop while a computer sleeps, and no event reports its waking. */
const ASK_AGAIN_AFTER_MS = 60_000

/** This device's clock, corrected by sync. Days and stored times are based on it (rule ST10). */
export const serverClockNow = (store: OpenedStore | null): Timestamp =>
  Date.now() + (store?.copy.get().position.clockOffset ?? 0)

/**
 * The current day, which changes at midnight, within a minute after a computer woke up, or when sync corrects
 * the clock (rule ST10). A press that starts something calls `serverClockNow`, as it may come before that.
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
