import { useCallback, useSyncExternalStore } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import type { OpenedStore } from './store-interface.ts'
import { useStore } from './library-services.ts'

/** Timers stop while a computer sleeps and no event reports its waking, so the day is checked this often. */
const RECHECK_DAY_MS = 60_000

/** This device's time, corrected by the difference from the server's clock that sync has measured (ST10). */
export const serverClockNow = (store: OpenedStore | null): Timestamp =>
  Date.now() + (store?.copy.get().position.clockOffset ?? 0)

/** May be a minute late after the computer wakes, so code that stores a day must use `serverClockNow`. */
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
        timer = window.setTimeout(wake, Math.min(msUntilMidnight(serverClockNow(store)), RECHECK_DAY_MS))
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
