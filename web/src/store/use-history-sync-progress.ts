import { useCallback, useSyncExternalStore } from 'react'
import { useDeviceLibrary } from './device-library.ts'
import type { OpenStore } from './store-interface.ts'
import { requestedBackfill } from './sync-position.ts'

/**
 * Returns the share of the practice history that the first sync has downloaded so far, from 0 to 1. Returns 1 if
 * nothing is missing.
 */
export function useHistorySyncProgress(): number {
  const { store } = useDeviceLibrary()
  const subscribe = useCallback(
    (listener: () => void) => store.get()?.copy.subscribe(listener) ?? (() => undefined),
    [store],
  )
  return useSyncExternalStore(subscribe, () => historyShare(store.get()))
}

function historyShare(store: OpenStore | null): number {
  const gap = store && requestedBackfill(store.copy.get().position).history
  return gap ? gap.since / gap.until : 1
}
