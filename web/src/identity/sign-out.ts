import type { Failure } from '#web/api/request.ts'
import { postSignOut } from '#web/api/session-calls.ts'
import { sendEvents } from '#web/outside/analytics.ts'
import { currentStore } from '#web/store/current-store.ts'
import { syncNow, syncState } from '#web/store/sync-state.ts'
import { leave } from './session-state.ts'
import { tellOtherTabs } from './tabs.ts'

export type SignedOut = { kind: 'signed-out' } | { kind: 'failed'; problem: Failure }

const LONGEST_SYNC_MS = 5000

/** What signing out would lose: changes of the library, and words to the operator. */
export type Unsent = { readonly changes: number; readonly letters: number }

/** One attempt to send what waits, at most five seconds; then what signing out would lose (D15). */
export async function sendWhatWaits(): Promise<Unsent> {
  if (syncState.get().waiting > 0)
    await Promise.race([syncNow(), new Promise(resolve => setTimeout(resolve, LONGEST_SYNC_MS))])
  const letters = await currentStore.get()?.letters.count()
  return { changes: syncState.get().waiting, letters: letters ?? 0 }
}

/**
 * Signs out here and in every tab, and removes the library from this device (rule SI6). Ask the musician before:
 * what waits is lost.
 */
export async function signOut(): Promise<SignedOut> {
  const userId = currentStore.get()?.userId
  await Promise.all([sendWhatWaits(), sendEvents()])
  const answer = await postSignOut()
  if (answer.kind !== 'done') return { kind: 'failed', problem: answer }
  tellOtherTabs({ kind: 'signed-out' })
  await leave()
  if (userId !== undefined) {
    const { deleteLibrary } = await import('#web/store/delete-library.ts')
    // What cannot be deleted now is deleted when somebody else signs in; the musician is out either way.
    await deleteLibrary(userId).catch(() => undefined)
  }
  return { kind: 'signed-out' }
}
