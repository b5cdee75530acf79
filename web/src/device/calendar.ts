import { dayOf as dayAtOffset, type Day, type Timestamp } from '#core/library/day.ts'

/** Returns the calendar day of a time in this device's time zone. */
export const localDay = (at: Timestamp): Day => dayAtOffset(at, -new Date(at).getTimezoneOffset())

/** Returns the number of milliseconds from a time to the next local midnight. Never returns 0. */
export function msUntilMidnight(at: Timestamp): number {
  const next = new Date(at)
  // Uses local time, so that days of 23 and 25 hours are correct.
  next.setHours(24, 0, 0, 0)
  return Math.max(1, next.getTime() - at)
}
