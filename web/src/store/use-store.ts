import { useObservable } from '#web/concurrency/use-observable.ts'
import { useDeviceLibrary } from './device-library.ts'
import type { OpenStore } from './store-interface.ts'

/**
 * Returns the open store (the library on this device) of the signed-in user, and renders the component again when it
 * changes. Returns null if nobody is signed in or the store is still being opened.
 */
export const useStore = (): OpenStore | null => useObservable(useDeviceLibrary().store)
