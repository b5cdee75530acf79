import { createContext, use, useDeferredValue } from 'react'
import type { Library } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { type Observable, requireProvided, useObservable } from '#web/concurrency/observable.ts'
import type { StorageTrouble, OpenedStore, SyncControl, SyncState } from './store-interface.ts'

/**
 * - 'loading': the database is being read, or the first sync is running.
 * - 'never-synced': the first sync has failed, so `library` is incomplete.
 * - 'failed': there is no database, or it does not respond (rules ST17, LS26).
 */
export type LibraryState =
  | { kind: 'loading' }
  /** `isHistoryComplete` is false while older practice entries are still being downloaded. */
  | { kind: 'ready'; library: Library; isHistoryComplete: boolean }
  | { kind: 'never-synced'; because: 'offline' | 'signed-out' | 'update-needed'; library: Library }
  | { kind: 'failed' }

/** The library of the page's user. The code for IndexedDB loads only when somebody is signed in. */
export type LibraryServices = {
  /** Null if nobody is signed in or the store is not open yet. */
  readonly store: Observable<OpenedStore | null>
  readonly library: Observable<LibraryState>
  /** The plan that the server last reported. Null is Free; undefined means that none was reported. */
  readonly role: Observable<StripeRoleOrUnknown>
  readonly storageTrouble: Observable<StorageTrouble>
  readonly sync: SyncControl
  /**
   * Opens the library of the page's user; later calls return the same store. Throws for another user
   * (decision 0078). While the database does not respond, `library` is 'failed' (ST24). Resolves to null if
   * it cannot be opened (ST18). Rejects if code cannot be loaded; the next call tries again.
   */
  readonly openStore: OpenUserStore
}

export type OpenUserStore = (userId: string) => Promise<OpenedStore | null>

export const LibraryServicesContext = createContext<LibraryServices | null>(null)

export const useLibraryServices = (): LibraryServices => requireProvided(use(LibraryServicesContext))

export const useStore = (): OpenedStore | null => useObservable(useLibraryServices().store)

/** Splits the first rendering into short tasks, so that the page stays responsive (decision 0067). */
export function useLibrary(): LibraryState {
  const state = useObservable(useLibraryServices().library)
  const deferred = useDeferredValue(state)
  return deferred.kind === 'loading' ? deferred : state
}

export const useSyncState = (): SyncState => useObservable(useLibraryServices().sync.state)

export const useStorageTrouble = (): StorageTrouble => useObservable(useLibraryServices().storageTrouble)

/** Calls `show` at once and after each change of the database. Changes during a read cause one more read. */
export function subscribeLiveQuery<Found>(
  store: OpenedStore | null,
  read: (store: OpenedStore) => Promise<Found>,
  show: (found: Found) => void,
): (() => void) | undefined {
  if (store === null) return undefined
  let isFollowed = true
  let isReading = false
  let isChanged = false

  const look = async () => {
    isChanged = true
    if (isReading) return
    isReading = true
    try {
      while (isChanged) {
        isChanged = false
        const found = await read(store)
        if (isFollowed) show(found)
      }
    } finally {
      isReading = false
    }
  }

  void look()
  const stop = store.copy.subscribe(() => void look())
  return () => {
    isFollowed = false
    stop()
  }
}
