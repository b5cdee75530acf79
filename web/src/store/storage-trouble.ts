import type { Observable } from '#web/concurrency/observable.ts'

/**
 * Reason why this device cannot store anything now. It is null if storage works.
 * - 'full': the browser has no space left for this site.
 * - 'closed': the browser or a newer version of the app has closed the database.
 * - 'forbidden': the browser does not allow this site to store data.
 * - 'unanswered': the database has not responded for three seconds.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | 'unanswered' | null

/** Returns the storage trouble that a database error indicates, or null if the error has another cause. */
export function storageTroubleFromError(error: unknown): StorageTrouble {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'QuotaExceededError') return 'full'
  return CLOSED.has(error.name) ? 'closed' : null
}

/** Returns true if the browser has an internal problem with the database, for example after a crash (IndexedDB 3.0, 3.8). */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'UnknownError' || error.name === 'InvalidStateError')

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'InvalidStateError', 'NotFoundError'])

const LONGEST_SILENCE_MS = 3000

/**
 * Waits for a database operation and returns its result. If the operation takes longer than three seconds, sets the
 * storage trouble to 'unanswered' until it ends, so that the user sees an explanation (rule ST24).
 */
export async function reportUnresponsiveDatabase<T>(
  storageTrouble: Observable<StorageTrouble>,
  answer: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => {
    if (storageTrouble.get() === null) storageTrouble.set('unanswered')
  }, LONGEST_SILENCE_MS)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    if (storageTrouble.get() === 'unanswered') storageTrouble.set(null)
  }
}
