import { useEffect, useState } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { Practice } from '#core/library/piece.ts'
import { readEntriesBetween } from '#web/store/entry-log.ts'
import { followStore, useStore } from '#web/store/device-library.ts'

const MS_PER_DAY = 86_400_000

/**
 * A range of days from `first` to `last` with its practice entries and the time of the user's first entry. The entries
 * may include some of the adjacent days.
 */
export type PracticeEntriesOfDays = {
  readonly first: Day
  readonly last: Day
  readonly entries: readonly Practice[]
  /** The time of the user's first practice entry, or null if there are none. */
  readonly oldestAt: Timestamp | null
}

/**
 * Returns the practice entries of a range of days. Returns 'loading' until they have been read for the first time, and
 * 'failed' if they cannot be read. Reads them again if the library or the range changes. Until that is done, returns
 * the previous result (rule ST29).
 */
export function useEntriesOfDays(first: Day, last: Day): PracticeEntriesOfDays | 'loading' | 'failed' {
  const store = useStore()
  const [shown, setShown] = useState<PracticeEntriesOfDays | 'loading' | 'failed'>('loading')

  useEffect(() => {
    if (store === null) return
    return followStore(
      store,
      // The day of an entry is at most one from that of its time in UTC (rule LI7), and so is the day of a device.
      () => readEntriesBetween(store, (first - 1) * MS_PER_DAY, (last + 2) * MS_PER_DAY),
      stored => setShown(stored === null ? 'failed' : { first, last, ...stored }),
    )
  }, [store, first, last])

  return shown
}
