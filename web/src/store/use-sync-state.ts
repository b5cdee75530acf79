import { useObservable } from '#web/concurrency/use-observable.ts'
import { useDeviceLibrary } from './device-library.ts'
import type { SyncState } from './sync-state.ts'

/** Returns the state of the exchange of changes with the server, and renders the component again when it changes. */
export const useSyncState = (): SyncState => useObservable(useDeviceLibrary().sync.state)
