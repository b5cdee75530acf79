import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/**
 * Why this device keeps nothing now: no room is left, the browser took the database away while it was open, it
 * gives none at all, or the database has not answered for some seconds. Null while all is well.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** The trouble with the local database that the user has to know of; null if there is none. */
export const storageTrouble = createObservable<StorageTrouble>(null)

/** What is wrong with the storage of this device, for the notice that stands on every screen (rule ST18). */
export const useStorageTrouble = (): StorageTrouble => useObservable(storageTrouble)

/** What an error of the database says about the storage; null where it is no word on that. */
export function storageTroubleOf(error: unknown): StorageTrouble {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'QuotaExceededError') return 'full'
  return CLOSED.has(error.name) ? 'closed' : null
}

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'InvalidStateError', 'NotFoundError'])
