import { useEffect, useState } from 'react'
import { summarizePartHistory, type PartHistory } from '#core/history/part-history.ts'
import type { Calendar } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import { useDeviceLibrary, useLibrary, type LibraryState } from './device-library.ts'
import { readEntriesOfPart } from './entry-log.ts'

/**
 * Practice histories by part id. A value is null if the history cannot be read. A part without a value is still being
 * read.
 */
export type PartHistories = ReadonlyMap<PartId, PartHistory | null>

const NONE: PartHistories = new Map()

/**
 * Returns the practice histories of parts. Reads them again after each save and each exchange of changes with the
 * server. While they are being read, returns the previous ones (rules ST33, PH2).
 *
 * @param calendar returns the day of a time; must be the same function in every render
 */
export function usePartHistories(partIds: readonly PartId[], calendar: Calendar): PartHistories {
  const device = useDeviceLibrary()
  const version = versionOf(useLibrary())
  const [histories, setHistories] = useState(NONE)
  const wanted = partIds.join(' ')

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = device.store.get()
      if (store === null || version === null) return
      for (const id of wanted.split(' ') as PartId[]) {
        const entries = await readEntriesOfPart(store, id)
        if (!isCurrent) return
        const history = entries && summarizePartHistory(entries, calendar)
        setHistories(known => new Map(known).set(id, history))
      }
    }
    if (wanted !== '') void read()
    return () => {
      isCurrent = false
    }
  }, [wanted, version, calendar, device])

  return histories
}

/**
 * Returns a value that changes when the histories must be read again. During a first sync it changes only at the end,
 * not with every round.
 */
function versionOf(state: LibraryState): unknown {
  if (state.kind !== 'ready') return null
  return state.isHistoryComplete ? state.library : 'arriving'
}
