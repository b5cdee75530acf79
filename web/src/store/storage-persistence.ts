import { useEffect } from 'react'
import { persist, readPersisted } from './persisted-values.ts'
import { createObservable, useObservable } from '#web/concurrency/observable.ts'

/**
 * Observable that is true if the browser has promised not to delete this site's data (persistent storage), and false if
 * it has not. It is null until the browser has answered.
 */
export const storagePersistedStatus = createObservable<boolean | null>(null)

/**
 * Returns true if the browser may delete this site's data, including unsent changes, because it has not granted
 * persistent storage. Returns false until the browser has answered (rule ST21).
 */
export function useMayStorageBeCleared(): boolean {
  const isKept = useObservable(storagePersistedStatus)
  useEffect(() => {
    if (isKept === null) void checkStoragePersisted()
  }, [isKept])
  return isKept === false
}

/**
 * Asks the browser whether it has promised not to delete this site's data (persistent storage), and updates
 * `storagePersistedStatus`. Never rejects.
 */
export async function checkStoragePersisted(): Promise<void> {
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

/**
 * Requests persistent storage, so that the browser does not delete the library when the disk is full. Called after a
 * save, because users then understand a permission prompt, and at most once a week (rule ST21). Never rejects.
 */
export async function requestPersistentStorage(userId: string): Promise<void> {
  if (asked) return
  asked = true
  try {
    if (navigator.storage === undefined) return storagePersistedStatus.set(false)
    if (await navigator.storage.persisted()) return storagePersistedStatus.set(true)
    const before = readPersisted(userId, 'storage-asked')
    if (typeof before === 'number' && Date.now() - before < ASKED_AGAIN_AFTER_MS)
      return storagePersistedStatus.set(false)
    persist(userId, 'storage-asked', Date.now())
    storagePersistedStatus.set(await navigator.storage.persist())
  } catch {
    // Not supported. Saved changes are still sent to the server as soon as possible.
    storagePersistedStatus.set(false)
  }
}
