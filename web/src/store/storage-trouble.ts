import { observable } from './observable.ts'
import { useObservable } from './use-observable.ts'

/**
 * Why this device keeps nothing now: no room is left, the browser took the database away while it was open, or it
 * gives none at all. Null while all is well.
 */
export type StorageTrouble = 'full' | 'closed' | 'forbidden' | null

export const storageTrouble = observable<StorageTrouble>(null)

/** What is wrong with the storage of this device, for the notice that stands on every screen (rule ST18). */
export const useStorageTrouble = (): StorageTrouble => useObservable(storageTrouble)

/** What an error of the database says about the storage; null where it is no word on that. */
export function troubleIn(error: unknown): StorageTrouble {
  const names = namesOf(error)
  if (names.includes('QuotaExceededError')) return 'full'
  return names.some(name => CLOSED.has(name)) ? 'closed' : null
}

// A newer version of the app has changed the database, or the browser has closed it and it does not open again.
const CLOSED = new Set(['VersionError', 'DatabaseClosedError', 'InvalidStateError', 'NotFoundError'])

/** The name of an error and of what it was made from: Dexie wraps the errors of the browser. */
function namesOf(error: unknown): string[] {
  const names: string[] = []
  let current = error
  // An error may be its own cause.
  for (let depth = 0; depth < 4 && typeof current === 'object' && current !== null; depth++) {
    if ('name' in current) names.push(String(current.name))
    current = 'inner' in current ? current.inner : null
  }
  return names
}
