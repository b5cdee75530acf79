import type { Analytics } from '#web/analytics/analytics.ts'
import { createAnalytics } from '#web/analytics/create-analytics.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { createUserIdentity } from '#web/identity/create-user-identity.ts'
import type { UserIdentity } from '#web/identity/user-identity.ts'
import { createDeviceLibrary } from '#web/store/create-device-library.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import { createSync, type Sync } from '#web/sync/create-sync.ts'

/**
 * The state and the services of one running app: the library on this device, sync, analytics, and who is signed in. No
 * module variable contains any of this state (decision 0068).
 */
export type AppServices = {
  readonly device: DeviceLibrary
  readonly sync: Sync
  readonly analytics: Analytics
  readonly identity: UserIdentity
}

/** Creates the state and the services of an app. Sends no request and reads no stored data yet. */
export function createAppServices(): AppServices {
  const store = createObservable<OpenStore | null>(null)
  const sync = createSync(store)
  const device = createDeviceLibrary(store, sync)
  const analytics = createAnalytics(device)
  const identity = createUserIdentity(device, analytics)
  return { device, sync, analytics, identity }
}
