import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { loadOnce } from '#web/concurrency/load-once.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import type { DeviceLibrary, LibraryState } from './device-library.ts'
import type { StorageTrouble } from './storage-trouble.ts'
import type { OpenStore } from './store-interface.ts'
import type { SyncControl } from './sync-state.ts'

/**
 * Creates the DeviceLibrary object, which contains the state of the library on this device. No user is known yet, so
 * the library state is 'loading' and the plan is undefined.
 *
 * @param store observable that will contain the open store (the user's local database); `sync` reads the store from it
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
