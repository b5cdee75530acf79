import { finishSignOut } from '#web/api/finish-sign-out.ts'
import { markSignOutPending } from '#web/api/pending-sign-out.ts'
import { postSignOut } from '#web/api/post-sign-out.ts'
import { flushEvents } from '#web/analytics/analytics.ts'
import { flushFeedback } from '#web/feedback/submit-feedback.ts'
import { currentStore } from '#web/store/current-store.ts'
// Not fetched in the moment of leaving: that may be without a network.
import { deleteLibrary } from '#web/store/delete-library.ts'
import { syncNow, syncState } from '#web/store/sync-state.ts'
import { setSignedOut } from './session-state.ts'
import { broadcastToTabs } from './tabs.ts'

/** The result of signing out. */
export type SignOutResult = { kind: 'signed-out' } | { kind: 'failed' }

const LONGEST_WAIT_MS = 5000

/**
 * One attempt to send what waits, at most five seconds (D15). Gives how many words to the operator are left: of the
 * changes that are left sync tells at any time, of letters nobody does.
 */
export async function flushBeforeSignOut(): Promise<{ letters: number }> {
  await Promise.all([sendChanges(), flushFeedback()])
  return { letters: (await currentStore.get()?.feedbackQueue.count()) ?? 0 }
}

async function sendChanges(): Promise<void> {
  if (syncState.get().waiting === 0) return
  await Promise.race([syncNow(), longEnough()])
}

/**
 * Signs out here and in every tab, and removes the library from this device (rule SI6). A server that cannot be reached
 * hears of it later, and of nothing else before (rule SI9). Ask the musician before: what waits is lost.
 */
export async function signOut(): Promise<SignOutResult> {
  await Promise.all([flushBeforeSignOut(), flushEvents()])
  return forgetUser()
}

/**
 * The same without sending anything before, for a session that was ended elsewhere: the server takes nothing of it any
 * more, but keeps telling why until it has heard the sign-out (rule SI10).
 */
export async function forgetUser(): Promise<SignOutResult> {
  const userId = currentStore.get()?.userId
  if (markSignOutPending()) {
    // Before the server hears it: what another tab still asked would be refused (rule SI13).
    broadcastToTabs({ kind: 'signed-out' })
    await Promise.race([finishSignOut(), longEnough()])
  }
  // Nothing could tell the server later, so it has to hear it now.
  else if ((await postSignOut()).kind !== 'done') return { kind: 'failed' }
  await wipeDevice(userId)
  return { kind: 'signed-out' }
}

/** Shows every tab as nobody's and removes the library from this device; the server knows of it already, or will. */
export async function wipeDevice(userId: string | undefined): Promise<void> {
  broadcastToTabs({ kind: 'signed-out' })
  await setSignedOut()
  // What cannot be deleted now is deleted when somebody else signs in; the musician is out either way.
  if (userId !== undefined) await deleteLibrary(userId).catch(() => undefined)
}

const longEnough = () => new Promise(resolve => setTimeout(resolve, LONGEST_WAIT_MS))
