import { useEffect, useState } from 'react'
import type { PartId } from '#core/library/piece.ts'
import { useDeviceLibrary, useLibrary } from '#web/store/device-library.ts'
import { readNewestEntries, type NewestEntries } from '#web/store/entry-log.ts'

type Newest = { kind: 'reading' } | { kind: 'failed' } | ({ kind: 'read' } & NewestEntries)

/**
 * Returns the newest practice entries of a part, at most `count`. Returns the state 'reading' until they have been
 * read, and 'failed' if they cannot be read. Reads them again whenever the library changes (rule PH1).
 */
export function useNewestEntriesOfPart(partId: PartId, count: number): Newest {
  const device = useDeviceLibrary()
  const library = useLibrary()
  const [newest, setNewest] = useState<Newest>({ kind: 'reading' })

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = device.store.get()
      const entries = store && (await readNewestEntries(store, partId, count))
      if (isCurrent) setNewest(entries === null ? { kind: 'failed' } : { kind: 'read', ...entries })
    }
    if (library.kind === 'ready') void read()
    return () => {
      isCurrent = false
    }
  }, [partId, count, library, device])

  return newest
}
