import { useEffect } from 'react'
import type { PersistedName } from './current-store.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/** Whether the browser has granted persistent storage; null until it was asked. */
export const isStoragePersisted = createObservable<boolean | null>(null)

/** Returns whether the browser may clear unsynced data, which is shown beside it (rule ST21). */
export function useMayStorageBeCleared(): boolean {
  const isKept = useObservable(isStoragePersisted)
  useEffect(() => {
    if (isKept === null) void checkStoragePersisted()
  }, [isKept])
  return isKept === false
}

/**
 * Checks whether storage is persistent. Browsers that offer no check, such as WebKitGTK, count as not persistent. Never
 * rejects.
 */
export async function checkStoragePersisted(): Promise<void> {
  try {
    isStoragePersisted.set((await navigator.storage?.persisted()) ?? false)
  } catch {
    isStoragePersisted.set(false)
  }
}

/** The part of a store that remembers when persistence was last requested. */
type RequestTimes = {
  readPersisted(name: PersistedName): Promise<unknown>
  persist(name: PersistedName, value: unknown): Promise<boolean>
}

// Some browsers prompt their user, who may decline now; others decide by how much the site is used.
const ASKED_AGAIN_AFTER_MS = 7 * 24 * 60 * 60_000

let asked = false

/**
 * Requests persistent storage, so that the browser does not evict the library under storage pressure. Called after a
 * save, so that a prompt makes sense; at most once a week (rule ST20). Never rejects.
 */
export async function requestPersistentStorage(memory: RequestTimes): Promise<void> {
  if (asked) return
  asked = true
  try {
    if (navigator.storage === undefined) return isStoragePersisted.set(false)
    if (await navigator.storage.persisted()) return isStoragePersisted.set(true)
    const before = await memory.readPersisted('storage-asked')
    if (typeof before === 'number' && Date.now() - before < ASKED_AGAIN_AFTER_MS)
      return isStoragePersisted.set(false)
    await memory.persist('storage-asked', Date.now())
    isStoragePersisted.set(await navigator.storage.persist())
  } catch {
    // Not supported. Saved changes are still sent to the server as soon as possible.
    isStoragePersisted.set(false)
  }
}
