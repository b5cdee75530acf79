import { useEffect } from 'react'
import type { KeptName } from './current-store.ts'
import { observable } from './observable.ts'
import { useObservable } from './use-observable.ts'

/** Has the browser promised to keep what is here even when it runs out of room? Null until it was asked. */
const storageKept = observable<boolean | null>(null)

/** Whether what waits here could be cleared by the browser: told beside what is on this device only (rule ST21). */
export function useMayBeCleared(): boolean {
  const isKept = useObservable(storageKept)
  useEffect(() => {
    if (isKept === null)
      void navigator.storage?.persisted().then(storageKept.set, () => storageKept.set(false))
  }, [isKept])
  return isKept === false
}

/** What is asked of a store: when it was asked last, in its own database. */
type Memory = {
  kept(name: KeptName): Promise<unknown>
  keep(name: KeptName, value: unknown): Promise<boolean>
}

// Some browsers ask their user, who may have better things to do today; others decide anew by how much they are used.
const ASKED_AGAIN_AFTER_MS = 7 * 24 * 60 * 60_000

let asked = false

/**
 * Asks the browser not to throw the library away when it runs out of room. After something worth keeping was saved: a
 * browser that asks its user then has a reason to show. Once a week at most (rule ST20). Never rejects.
 */
export async function askToKeepStorage(memory: Memory): Promise<void> {
  if (asked) return
  asked = true
  try {
    if (navigator.storage === undefined) return storageKept.set(false)
    if (await navigator.storage.persisted()) return storageKept.set(true)
    const before = await memory.kept('storage-asked')
    if (typeof before === 'number' && Date.now() - before < ASKED_AGAIN_AFTER_MS)
      return storageKept.set(false)
    await memory.keep('storage-asked', Date.now())
    storageKept.set(await navigator.storage.persist())
  } catch {
    // Not offered here. What is saved is still sent to the server as soon as possible.
    storageKept.set(false)
  }
}
