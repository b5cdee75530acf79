import { useEffect, useState } from 'react'
import { partHistory, type PartHistory } from '#core/history/part-history.ts'
import type { Calendar } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import { currentStore } from './current-store.ts'
import { readEntriesOfPart } from './part-history.ts'
import { useLibrary, type LibraryState } from './use-library.ts'

/** By part; null for a part whose history cannot be read. A part that is missing is still being read. */
export type PartHistories = ReadonlyMap<PartId, PartHistory | null>

const NONE: PartHistories = new Map()

/**
 * Reads the histories of parts from the disk, one after the other, and again after each save and each round. What was read
 * before stays until then (rules ST33, PH2).
 *
 * @param calendar a function of its module
 */
export function usePartHistories(partIds: readonly PartId[], calendar: Calendar): PartHistories {
  const version = versionOf(useLibrary())
  const [histories, setHistories] = useState(NONE)
  const wanted = partIds.join(' ')

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = currentStore.get()
      if (store === null || version === null) return
      for (const id of wanted.split(' ') as PartId[]) {
        const entries = await readEntriesOfPart(store, id)
        if (!isCurrent) return
        const history = entries && partHistory(entries, calendar)
        setHistories(known => new Map(known).set(id, history))
      }
    }
    if (wanted !== '') void read()
    return () => {
      isCurrent = false
    }
  }, [wanted, version, calendar])

  return histories
}

/** Every round makes another library; the many rounds of a first sync count as one, which ends with another version. */
function versionOf(state: LibraryState): unknown {
  if (state.kind !== 'ready') return null
  return state.isHistoryComplete ? state.library : 'arriving'
}
