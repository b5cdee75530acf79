/**
 * Reason why this device cannot store anything now: 'full' disk, database 'closed' by the browser, storage 'forbidden',
 * or database 'unanswered' for three seconds. It is null if storage works.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** Returns the storage trouble that a database error indicates, or null if the error has another cause. */
export function storageTroubleFromError(error: unknown): StorageTrouble {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'QuotaExceededError') return 'full'
  return CLOSED.has(error.name) ? 'closed' : null
}

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'InvalidStateError', 'NotFoundError'])
