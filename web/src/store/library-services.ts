import { createContext, use, useDeferredValue } from 'react'
import type { Library } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { type Observable, requireProvided, useObservable } from '#web/concurrency/observable.ts'
import type { StorageTrouble, OpenedStore, SyncControl, SyncState } from './store-interface.ts'

export type LibraryState =
  | { kind: 'loading' }
  | { kind: 'ready'; library: Library; isHistoryComplete: boolean }
  /** The first sync could not finish, for the reason `because`, so `library` may be incomplete. */
  | { kind: 'never-synced'; because: 'offline' | 'signed-out' | 'update-needed'; library: Library }
  | { kind: 'failed' }

export type LibraryServices = {
  /** Null while no store is open, for example if nobody is signed in. */
  readonly store: Observable<OpenedStore | null>
  readonly library: Observable<LibraryState>
  readonly role: Observable<StripeRoleOrUnknown>
  readonly storageTrouble: Observable<StorageTrouble>
  readonly sync: SyncControl
  /** Resolves to null if the database cannot be opened. Rejects if another user's store is already open. */
  readonly openStore: OpenUserStore
}

export type OpenUserStore = (userId: string) => Promise<OpenedStore | null>

export const LibraryServicesContext = createContext<LibraryServices | null>(null)

export const useLibraryServices = (): LibraryServices => requireProvided(use(LibraryServicesContext))

export const useStore = (): OpenedStore | null => useObservable(useLibraryServices().store)

/** Lets React render a newly loaded library in short tasks, so that the page stays responsive. */
export function useLibraryState(): LibraryState {
  const state = useObservable(useLibraryServices().library)
  const deferred = useDeferredValue(state)
  return deferred.kind === 'loading' ? deferred : state
}

export const useSyncState = (): SyncState => useObservable(useLibraryServices().sync.state)

export const useStorageTrouble = (): StorageTrouble => useObservable(useLibraryServices().storageTrouble)

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
