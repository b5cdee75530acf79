import { useEffect, useState } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { practiceDaysBefore, type PracticeDays } from '#core/timed-session/practice-days.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import { currentStore } from '#web/store/current-store.ts'

const CALENDAR = { dayOf: localDay, nextDay: (at: Timestamp) => at + msUntilMidnight(at) }

/**
 * Returns the practice days before today, read from the disk, again whenever the parts change; null until they are read
 * for the first time. Where they cannot be read, they are those that the parts themselves know.
 */
export function usePracticeDays(parts: readonly PracticePart[], today: Day): PracticeDays | null {
  const [days, setDays] = useState<readonly Day[] | null>(null)

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const stored = await currentStore.get()?.readPracticeDays(CALENDAR)
      const ofParts = () => parts.map(part => part.lastPracticed).filter(day => day !== null)
      if (isCurrent) setDays(stored ?? ofParts())
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [parts])

  return days && practiceDaysBefore(today, days)
}
