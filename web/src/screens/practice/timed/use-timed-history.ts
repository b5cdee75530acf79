import { useEffect, useState } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { summarizePracticeDays, type PracticeDays } from '#core/timed-session/practice-days.ts'
import { candidateParts } from '#core/timed-session/timed-session.ts'
import type { TimedEntry } from '#core/timed-session/usual-minutes.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import { currentStore } from '#web/store/current-store.ts'

const CALENDAR = { dayOf: localDay, nextDay: (at: Timestamp) => at + msUntilMidnight(at) }

/** What a timed session needs of the practice history. */
export type TimedHistory = {
  readonly days: PracticeDays
  readonly timed: ReadonlyMap<PartId, readonly TimedEntry[]>
}

/** Entries are read for this many minutes at once, so that another choice of the time seldom reads again. */
const MINUTES_AT_ONCE = 60

/**
 * Returns what a timed session needs of the history, read from the disk, again whenever the parts change; null until it is
 * read for the first time. Where it cannot be read, the days are those that the parts themselves know.
 */
export function useTimedHistory(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
): TimedHistory | null {
  const [history, setHistory] = useState<TimedHistory | null>(null)
  const most = Math.ceil(minutes / MINUTES_AT_ONCE) * MINUTES_AT_ONCE

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = currentStore.get()
      const stored = await store?.readPracticeDays(CALENDAR)
      const ofParts = () => parts.map(part => part.lastPracticed).filter(day => day !== null)
      const days = summarizePracticeDays(today, stored ?? ofParts())
      const candidates = candidateParts(parts, today, most, days.last).map(({ id }) => id)
      const timed = (await store?.readTimedEntries(candidates)) ?? new Map()
      if (isCurrent) setHistory({ days, timed })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [parts, today, most])

  return history
}
