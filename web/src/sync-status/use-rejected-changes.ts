import { useEffect, useState } from 'react'
import type { Practice } from '#core/library/piece.ts'
import { useStore } from '#web/store/use-store.ts'
import type { RejectedRow } from '#web/store/local-database.ts'
import { practiceEntryIdsOfIntention } from '#web/store/needed-entries.ts'

/** The rejected changes, and the stored practice entries to which these changes refer. */
export type RejectedChanges = { readonly rows: readonly RejectedRow[]; readonly entries: readonly Practice[] }

/**
 * Returns the rejected changes from the database, or null until they have been read. Reads them again whenever the
 * database changes.
 */
export function useRejectedChanges(): RejectedChanges | null {
  const store = useStore()
  const [parked, setParked] = useState<RejectedChanges | null>(null)

  useEffect(() => {
    if (store === null) return
    let isCurrent = true
    const read = async () => {
      const rows = await store.rejectedChanges()
      const entries = await store.readEntries(
        rows.flatMap(({ change }) => practiceEntryIdsOfIntention(change)),
      )
      if (isCurrent) setParked({ rows, entries })
    }
    void read()
    const leave = store.copy.subscribe(() => void read())
    return () => {
      isCurrent = false
      leave()
    }
  }, [store])

  return parked
}
