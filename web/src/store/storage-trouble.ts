import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/**
 * Why this device cannot store anything at the moment: 'full' disk, database 'closed' by the browser, storage
 * 'forbidden', or database 'unanswered' for three seconds; null if storage works.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** Observable with the current storage trouble; null if storage works. */
export const storageTrouble = createObservable<StorageTrouble>(null)

/** Returns the current storage trouble, which every screen shows (rule ST18); null if storage works. */
export const useStorageTrouble = (): StorageTrouble => useObservable(storageTrouble)

/** Returns the storage trouble that a database error indicates; null if the error has another cause. */
export function storageTroubleFromError(error: unknown): StorageTrouble {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'QuotaExceededError') return 'full'
  return CLOSED.has(error.name) ? 'closed' : null
}

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'InvalidStateError', 'NotFoundError'])
