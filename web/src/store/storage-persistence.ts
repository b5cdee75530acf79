import { useEffect } from 'react'
import { persistValue, readUnvalidatedPersistedValue } from './persisted-values.ts'
import { createObservable, useObservable } from '#web/concurrency/observable.ts'

export const storagePersistedStatus = createObservable<boolean | null>(null)

export function useMayStorageBeCleared(): boolean {
  const isKept = useObservable(storagePersistedStatus)
  useEffect(() => {
    if (isKept === null) void refreshPersistedStatus()
  }, [isKept])
  return isKept === false
}

export async function refreshPersistedStatus(): Promise<void> {
  try {
    storagePersistedStatus.set((await navigator.storage?.persisted()) ?? false)
  } catch {
    storagePersistedStatus.set(false)
  }
}

// Some browsers ask the user, who may decline this time; others decide by how often the site is used.
const ASKED_AGAIN_AFTER_MS = 7 * 24 * 60 * 60_000

// Module state, as the status above: the browser grants it to the site, and the page asks once.
let asked = false

/** Call it after a save, when users understand why the browser asks them (rule ST21). */
export async function requestPersistentStorageIfDue(userId: string): Promise<void> {
  if (asked) return
  asked = true
  try {
    if (navigator.storage === undefined) return storagePersistedStatus.set(false)
    if (await navigator.storage.persisted()) return storagePersistedStatus.set(true)
    const before = readUnvalidatedPersistedValue(userId, 'storage-asked')
    if (typeof before === 'number' && Date.now() - before < ASKED_AGAIN_AFTER_MS)
      return storagePersistedStatus.set(false)
    persistValue(userId, 'storage-asked', Date.now())
    storagePersistedStatus.set(await navigator.storage.persist())
  } catch {
    // Not supported. Saved changes are still sent to the server as soon as possible.
    storagePersistedStatus.set(false)
  }
}
