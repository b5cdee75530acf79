import { useEffect, useState } from 'react'
import type { PracticeEntryId } from '#core/library/piece.ts'
import { readEntries } from './entry-log.ts'
import type { OpenStore } from './store-interface.ts'
import { followStore, useStore } from './device-library.ts'

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
    return followStore(
      store,
      () => readRetractedEntries(store, wanted.split(' ') as PracticeEntryId[]),
      found => setRetracted(known => ([...found].every(id => known.has(id)) ? known : found)),
    )
  }, [store, wanted])

  return retracted
}
