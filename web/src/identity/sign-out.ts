import { deleteAccountOnServer } from '#web/api/account-calls.ts'
import { markSignOutPending, type RequestFailure } from '#web/api/send-request.ts'
import { finishPendingSignOut, postSignOut } from '#web/api/call.ts'
// Imported statically, because the network may be unavailable when the user signs out.
import { deleteLocalUserData } from '#web/store/delete-local-user-data.ts'
import { storeLastUserId } from '#web/store/last-user.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import { storeSignOutMessage } from './sign-in.ts'
import { forgetSentSignInLink } from './sent-sign-in-link.ts'
import type { IdentityService } from './identity-service.ts'

const LONGEST_WAIT_MS = 5000

/** Resolves after at most five seconds, even if some changes are still unsent (D15). */
export async function sendChangesBeforeSignOut({ device: { sync } }: IdentityService): Promise<void> {
  if (sync.state.get().waiting === 0) return
  await Promise.race([sync.syncNow(), sleep(LONGEST_WAIT_MS)])
}

/** Resolves only if it fails; otherwise the page is left. Changes that cannot be sent in time are lost. */
export async function signOut(identity: IdentityService, signOutMessage: string): Promise<void> {
  const events = Promise.race([identity.analytics.flushEvents(), sleep(LONGEST_WAIT_MS)])
  await Promise.all([sendChangesBeforeSignOut(identity), events])
  return signOutWithoutSending(identity, signOutMessage)
}

/** For a session that was ended elsewhere: the server would reject unsent changes (rule SI10). */
export const signOutWithoutSending = (identity: IdentityService, signOutMessage: string): Promise<void> =>
  identity.ignoreNewsDuring(async () => {
    const userId = identity.device.store.get()?.userId
    if (markSignOutPending()) {
      // Before the server ends the session: it would then reject the requests of other tabs (rule SI13).
      storeLastUserId(null)
      await Promise.race([finishPendingSignOut(), sleep(LONGEST_WAIT_MS)])
    }
    // The sign-out could not be stored for later, so the server must confirm it now.
    else if ((await postSignOut()).kind !== 'done') return
    return leave(identity, userId, signOutMessage)
  })

/** Resolves only on failure, with the reason: after a success, the page is left (rule DA9). */
export const deleteAccount = (
  identity: IdentityService,
  userId: string,
  language: string,
  signOutMessage: string,
): Promise<RequestFailure> =>
  identity.ignoreNewsDuring(async () => {
    const answer = await deleteAccountOnServer(userId, language)
    return answer.kind === 'deleted' ? leave(identity, userId, signOutMessage) : answer
  })

async function leave(
  identity: IdentityService,
  userId: string | undefined,
  signOutMessage: string,
): Promise<never> {
  identity.close()
  storeLastUserId(null)
  // The user may have requested a code to delete the account.
  forgetSentSignInLink()
  identity.analytics.forgetUser()
  // If this fails, the data is deleted when another user signs in. The user is signed out in any case.
  if (userId !== undefined) await deleteLocalUserData(userId).catch(() => undefined)
  storeSignOutMessage(signOutMessage)
  location.replace('/signin')
  return new Promise(() => {})
}
