import { useEffect, useState } from 'react'
import { dayOf as dayAtOffset, type Day, type Timestamp } from '#core/day.ts'

/** The calendar day of a moment in this device's time zone, with the offset that is valid at that moment. */
export const dayOf = (at: Timestamp): Day => dayAtOffset(at, -new Date(at).getTimezoneOffset())

/** Milliseconds from a moment to the next midnight of this device; never 0. */
export function untilMidnight(at: Timestamp): number {
  const next = new Date(at)
  // The next day's first moment in local time, so days of 23 and 25 hours are right.
  next.setHours(24, 0, 0, 0)
  return Math.max(1, next.getTime() - at)
}

/** Today; changes at midnight, and at once when the page comes back after a sleep (rule ST10). */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayOf(Date.now()))

  useEffect(() => {
    let timer = 0
    const look = () => {
      clearTimeout(timer)
      setToday(dayOf(Date.now()))
      timer = window.setTimeout(look, untilMidnight(Date.now()))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return today
}
