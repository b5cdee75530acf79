import { useSyncExternalStore } from 'react'
import { currentStore } from './current-store.ts'
import { requestedBackfill } from './sync-position.ts'

/** Returns the share of the practice history that the first sync has downloaded so far, 0 to 1. */
export const useHistorySyncProgress = (): number => useSyncExternalStore(subscribe, historyShare)

const subscribe = (listener: () => void): (() => void) =>
  currentStore.get()?.copy.subscribe(listener) ?? (() => undefined)

function historyShare(): number {
  const store = currentStore.get()
  const gap = store && requestedBackfill(store.copy.get().position).history
  return gap ? gap.since / gap.until : 1
}
