import type { StageProgress } from './stage.ts'

/**
 * Sends the progress of a test runner to its parent process, `npm test`. Does nothing if the runner was started by
 * hand.
 */
export function sendProgress(progress: StageProgress): void {
  process.send?.(progress)
}

/** Parses a message from a test runner. Returns null if it is not a progress message. */
export function parseProgress(message: unknown): StageProgress | null {
  if (typeof message !== 'object' || message === null) return null
  if (!('done' in message && 'of' in message && 'unit' in message)) return null
  const { done, of, unit } = message
  if (typeof done !== 'number' || typeof of !== 'number') return null
  return unit === 'tests' || unit === 'files' ? { done, of, unit } : null
}
