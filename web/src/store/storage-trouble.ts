import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/**
 * Reason why this device cannot store anything now: 'full' disk, database 'closed' by the browser, storage 'forbidden',
 * or database 'unanswered' for three seconds. It is null if storage works.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** Observable with the reason why this device cannot store anything, or null if storage works. */
export const storageTrouble = createObservable<StorageTrouble>(null)

/** Returns the reason why this device cannot store anything, or null if storage works (rule ST18). */
export const useStorageTrouble = (): StorageTrouble => useObservable(storageTrouble)

/** Returns the storage trouble that a database error indicates, or null if the error has another cause. */
export function storageTroubleFromError(error: unknown): StorageTrouble {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'QuotaExceededError') return 'full'
  return CLOSED.has(error.name) ? 'closed' : null
}

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'InvalidStateError', 'NotFoundError'])
