import type { Observable } from '#web/concurrency/observable.ts'
import type { StorageTrouble } from './storage-trouble.ts'

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
