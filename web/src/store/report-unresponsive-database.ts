import { storageTrouble } from './storage-trouble.ts'

const LONGEST_SILENCE_MS = 3000

/**
 * Waits for the database. After three seconds without a response it reports the trouble 'unanswered' until there is
 * one, so that the user does not face an unexplained empty screen (rule ST24).
 */
export async function reportUnresponsiveDatabase<T>(answer: Promise<T>): Promise<T> {
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
