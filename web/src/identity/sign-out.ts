import type { Failure } from '#web/api/request.ts'
import { postSignOut } from '#web/api/session-calls.ts'
import { sendEvents } from '#web/outside/analytics.ts'
import { sendLetters } from '#web/outside/feedback-post.ts'
import { currentStore } from '#web/store/current-store.ts'
import { syncNow, syncState } from '#web/store/sync-state.ts'
import { leave } from './session-state.ts'
import { tellOtherTabs } from './tabs.ts'

export type SignedOut = { kind: 'signed-out' } | { kind: 'failed'; problem: Failure }

const LONGEST_SYNC_MS = 5000

/**
 * One attempt to send what waits, at most five seconds (D15). Gives how many words to the operator are left: of the
 * changes that are left sync tells at any time, of letters nobody does.
 */
export async function sendWhatWaits(): Promise<{ letters: number }> {
  await Promise.all([sendChanges(), sendLetters()])
  return { letters: (await currentStore.get()?.letters.count()) ?? 0 }
}

async function sendChanges(): Promise<void> {
  if (syncState.get().waiting === 0) return
  await Promise.race([syncNow(), new Promise(resolve => setTimeout(resolve, LONGEST_SYNC_MS))])
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
