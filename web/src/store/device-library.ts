import { createContext, use, useDeferredValue } from 'react'
import type { Library } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { type Observable, provided, useObservable } from '#web/concurrency/observable.ts'
import type { StorageTrouble, OpenStore, SyncControl, SyncState } from './store-interface.ts'

/**
 * State of the library on this device.
 * - 'loading': the database is being read, or the first sync is running.
 * - 'ready': screens can show `library`.
 * - 'never-synced': the first sync has failed, so that `library` is incomplete.
 * - 'failed': the browser offers no database, or the database does not respond (rules ST17, LS26).
 */
export type LibraryState =
  | { kind: 'loading' }
  /** `isHistoryComplete` is false while older practice entries are still being downloaded. */
  | { kind: 'ready'; library: Library; isHistoryComplete: boolean }
  | { kind: 'never-synced'; because: 'offline' | 'signed-out' | 'update-needed'; library: Library }
  | { kind: 'failed' }

/**
 * The state of the current user's library on this device, as observables: the open store, the library, the plan, the
 * state of sync and the state of the storage. Created once, at the start of the app. The code for IndexedDB
 * (open-store.ts) is loaded separately, and only if somebody is signed in.
 */
export type DeviceLibrary = {
  /** The open store of the signed-in user; null if nobody is signed in or the store is still being opened. */
  readonly store: Observable<OpenStore | null>
  readonly library: Observable<LibraryState>
  /** The plan that the server last reported: 'pro', null for Free, or undefined if the server has reported none. */
  readonly role: Observable<StripeRoleOrUnknown>
  /** The reason why this device cannot store anything, or null if storage works. */
  readonly storageTrouble: Observable<StorageTrouble>
  readonly sync: SyncControl
  /**
   * Opens the library of the user to whom this page belongs; later calls return the same store. Throws for another user:
   * a page belongs to one user for its life (decision 0078). Waits without limit for a database that does not respond, and
   * meanwhile sets the library state to 'failed' (rule ST24). Resolves to null if the database cannot be opened (rule
   * ST18). Rejects if the code for it cannot be loaded; the next call tries again.
   */
  readonly openStore: OpenUserStore
}

export type OpenUserStore = (userId: string) => Promise<OpenStore | null>

export const DeviceLibraryContext = createContext<DeviceLibrary | null>(null)

/**
 * Returns the app's DeviceLibrary object, whose store, library, plan and sync are observables. Does not render the
 * component again when they change; `useStore` and `useLibrary` do.
 */
export const useDeviceLibrary = (): DeviceLibrary => provided(use(DeviceLibraryContext))

/**
 * Returns the open store (the library on this device) of the signed-in user, and renders the component again when it
 * changes. Returns null if nobody is signed in or the store is still being opened.
 */
export const useStore = (): OpenStore | null => useObservable(useDeviceLibrary().store)

/**
 * Returns the state of the library on this device, and renders the component again when it changes. In the state
 * 'ready', it contains the library that screens show: the rows from the server with unsent changes applied. React
 * splits the first rendering with the library into short tasks. Otherwise, the page could not respond to presses while
 * a long list is rendered (decision 0067).
 */
export function useLibrary(): LibraryState {
  const state = useObservable(useDeviceLibrary().library)
  const deferred = useDeferredValue(state)
  return deferred.kind === 'loading' ? deferred : state
}

/** Returns the state of the exchange of changes with the server, and renders the component again when it changes. */
export const useSyncState = (): SyncState => useObservable(useDeviceLibrary().sync.state)

/** Returns the reason why this device cannot store anything, or null if storage works (rule ST18). */
export const useStorageTrouble = (): StorageTrouble => useObservable(useDeviceLibrary().storageTrouble)

/**
 * Calls `show` with the result of `read`, immediately and after each change of the database, until the returned
 * function is called. Changes during a read cause one further read.
 */
export function followStore<Found>(
  store: OpenStore,
  read: () => Promise<Found>,
  show: (found: Found) => void,
): () => void {
  let isFollowed = true
  let isReading = false
  let isChanged = false

  async function look() {
    isChanged = true
    if (isReading) return
    isReading = true
    try {
      while (isChanged) {
        isChanged = false
        const found = await read()
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
