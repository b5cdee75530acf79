import { finishSignOut, postSignOut } from '#web/api/sign-out.ts'
import { markSignOutPending } from '#web/api/send-request.ts'
// Imported statically, because the network may be unavailable when the user signs out.
import { deleteLibrary } from '#web/store/delete-library.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import type { UserIdentity } from './user-identity.ts'
import { forgetSentSignInLink } from './sent-link.ts'
import { broadcastToTabs } from './tab-messages.ts'

/**
 * Result of signing out. 'failed' means that the user is still signed in, because the server did not confirm the
 * sign-out and the browser could not store it for later.
 */
export type SignOutResult = { kind: 'signed-out' } | { kind: 'failed' }

const LONGEST_WAIT_MS = 5000

/** Sends pending changes before a sign-out. Makes only one attempt of at most five seconds (D15). */
export async function sendChangesBeforeSignOut({ device: { sync } }: UserIdentity): Promise<void> {
  if (sync.state.get().waiting === 0) return
  await Promise.race([sync.syncNow(), sleep(LONGEST_WAIT_MS)])
}

/**
 * Sends pending data, signs out every tab of this browser, and deletes the user's library from this device (rule SI6).
 * If the server is unreachable, the sign-out is sent to it later, before any other request (rule SI6). Data that could
 * not be sent is lost, so the user must confirm the sign-out first.
 */
export async function signOut(identity: UserIdentity): Promise<SignOutResult> {
  const events = Promise.race([identity.analytics.flushEvents(), sleep(LONGEST_WAIT_MS)])
  await Promise.all([sendChangesBeforeSignOut(identity), events])
  return signOutWithoutSending(identity)
}

/**
 * Signs out like `signOut`, but does not send pending data first. Called after the session was ended on another device,
 * because the server would reject the data (rule SI10).
 */
export async function signOutWithoutSending(identity: UserIdentity): Promise<SignOutResult> {
  const userId = identity.device.store.get()?.userId
  if (markSignOutPending()) {
    // Sent before the server ends the session, because it would then reject the requests of other tabs (rule SI13).
    broadcastToTabs({ kind: 'signed-out' })
    await Promise.race([finishSignOut(), sleep(LONGEST_WAIT_MS)])
  }
  // The sign-out could not be stored for later, so the server must confirm it now.
  else if ((await postSignOut()).kind !== 'done') return { kind: 'failed' }
  await deleteLocalUserData(identity, userId)
  return { kind: 'signed-out' }
}

/** Signs out all tabs of this browser and deletes the user's library from this device. Does not inform the server. */
export async function deleteLocalUserData(identity: UserIdentity, userId: string | undefined): Promise<void> {
  broadcastToTabs({ kind: 'signed-out' })
  // The user may have requested a code to delete the account.
  forgetSentSignInLink()
  await identity.setSignedOut()
  identity.analytics.forgetUser()
  // If this fails, the data is deleted when another user signs in. The user is signed out in any case.
  if (userId !== undefined) await deleteLibrary(userId).catch(() => undefined)
}
