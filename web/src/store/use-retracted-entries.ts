import { useEffect, useState } from 'react'
import type { PracticeEntryId } from '#core/library/piece.ts'
import { mergeConcurrentRuns } from '#web/concurrency/merge-concurrent-runs.ts'
import { readEntries } from './entry-log.ts'
import type { OpenStore } from './store-interface.ts'
import { useStore } from './device-library.ts'

const NONE: ReadonlySet<PracticeEntryId> = new Set()

/** Returns those of the given practice entries that were retracted, here or on another device. */
export async function readRetractedEntries(
  store: OpenStore | null,
  ids: readonly PracticeEntryId[],
): Promise<ReadonlySet<PracticeEntryId>> {
  const entries = store === null ? [] : await readEntries(store, ids)
  return new Set(entries.filter(({ retractedAt }) => retractedAt !== null).map(({ id }) => id))
}

/** Returns those of the given practice entries that were retracted. Reads them again whenever the database changes. */
export function useRetractedEntries(ids: readonly PracticeEntryId[]): ReadonlySet<PracticeEntryId> {
  const store = useStore()
  const [retracted, setRetracted] = useState(NONE)
  const wanted = ids.join(' ')

  useEffect(() => {
    if (store === null || wanted === '') return
    let isCurrent = true
    const read = mergeConcurrentRuns(async () => {
      const found = await readRetractedEntries(store, wanted.split(' ') as PracticeEntryId[])
      if (isCurrent) setRetracted(known => ([...found].every(id => known.has(id)) ? known : found))
    })
    const look = () => void read(null)
    look()
    const stop = store.copy.subscribe(look)
    return () => {
      isCurrent = false
      stop()
    }
  }, [store, wanted])

  return retracted
}
