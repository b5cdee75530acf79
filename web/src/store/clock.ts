import { useCallback, useSyncExternalStore } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import type { OpenStore } from './store-interface.ts'
import { useStore } from './device-library.ts'

/** Timers stand still while a computer sleeps, and no event tells that it woke up. */
const ASK_AGAIN_AFTER_MS = 60_000

/**
 * Returns the current time by this device's clock, corrected by how wrong sync has found that clock to be. Everything
 * that asks for the day or stores a time of practice uses it (rule ST10).
 */
export const correctedNow = (store: OpenStore | null): Timestamp =>
  Date.now() + (store?.copy.get().position.clockOffset ?? 0)

/**
 * Returns the current day, and renders the component again when it changes: at midnight, and at the latest a minute
 * after a computer woke up, or as soon as the page is returned to or sync corrects the clock (rule ST10). A press that
 * starts something asks `correctedNow` anew, because it may come before that.
 */
export function useToday(): Day {
  const store = useStore()
  const today = () => localDay(correctedNow(store))
  const subscribe = useCallback(
    (look: () => void) => {
      const listening = new AbortController()
      const { signal } = listening
      let timer = 0
      const wake = () => {
        look()
        timer = window.setTimeout(wake, Math.min(msUntilMidnight(correctedNow(store)), ASK_AGAIN_AFTER_MS))
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
