import { useObservable } from '#web/concurrency/use-observable.ts'
import { useDeviceLibrary } from './device-library.ts'
import type { StorageTrouble } from './storage-trouble.ts'

/** Returns the reason why this device cannot store anything, or null if storage works (rule ST18). */
export const useStorageTrouble = (): StorageTrouble => useObservable(useDeviceLibrary().storageTrouble)
