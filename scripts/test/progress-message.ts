import type { Progress } from './stage.ts'

/** Tells the process that started this runner how far it is; does nothing if it was started by hand. */
export function sendProgress(progress: Progress): void {
  process.send?.(progress)
}

/** A progress message from a runner, or null if it is something else. */
export function parseProgress(message: unknown): Progress | null {
  if (typeof message !== 'object' || message === null) return null
  if (!('done' in message && 'of' in message && 'unit' in message)) return null
  const { done, of, unit } = message
  if (typeof done !== 'number' || typeof of !== 'number') return null
  return unit === 'tests' || unit === 'files' ? { done, of, unit } : null
}
