import { useCallback, useSyncExternalStore } from 'react'
import { useDeviceLibrary } from './device-library.ts'
import type { OpenStore } from './store-interface.ts'

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
  if (store === null) return 1
  const { cursor, entriesCursor, isHistoryComplete } = store.copy.get().position
  return isHistoryComplete || cursor === 0 ? 1 : Math.min(1, entriesCursor / cursor)
}
