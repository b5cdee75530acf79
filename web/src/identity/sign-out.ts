import type { Failure } from '#web/api/request.ts'
import { postSignOut } from '#web/api/session-calls.ts'
import { sendEvents } from '#web/outside/analytics.ts'
import { currentStore } from '#web/store/current-store.ts'
import { syncNow, syncState } from '#web/store/sync-state.ts'
import { leave } from './session-state.ts'
import { tellOtherTabs } from './tabs.ts'

export type SignedOut = { kind: 'signed-out' } | { kind: 'failed'; problem: Failure }

const LONGEST_SYNC_MS = 5000

/** How many changes of this device the server does not have; signing out now would lose them. */
const waitingChanges = (): number => syncState.get().waiting

/** One attempt to send what waits, at most five seconds; then how many changes signing out would lose (D15). */
async function lastAttempt(): Promise<number> {
  if (waitingChanges() > 0)
    await Promise.race([syncNow(), new Promise(resolve => setTimeout(resolve, LONGEST_SYNC_MS))])
  return waitingChanges()
}

/**
 * Signs out here and in every tab, and removes the library from this device (rule SI6). Ask the musician before:
 * what waits is lost.
 */
export async function signOut(): Promise<SignedOut> {
  const userId = currentStore.get()?.userId
  await Promise.all([lastAttempt(), sendEvents()])
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
