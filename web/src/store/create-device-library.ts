import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { loadOnce } from '#web/concurrency/load-once.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import type { DeviceLibrary, LibraryState } from './device-library.ts'
import type { StorageTrouble } from './storage-trouble.ts'
import type { OpenStore } from './store-interface.ts'
import type { SyncControl } from './sync-state.ts'

/**
 * Creates the state of the library on this device. No store is open yet, because no user is known.
 *
 * @param store observable that will contain the open store; `sync` reads the store from it
 */
export function createDeviceLibrary(store: Observable<OpenStore | null>, sync: SyncControl): DeviceLibrary {
  const device: DeviceLibrary = {
    store,
    library: createObservable<LibraryState>({ kind: 'loading' }),
    role: createObservable<StripeRoleOrUnknown>(undefined),
    storageTrouble: createObservable<StorageTrouble>(null),
    sync,
    loadOpener: loadOnce(async () => (await import('./open-store.ts')).createStoreOpener(device)),
  }
  return device
}
