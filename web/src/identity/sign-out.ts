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

/** Tries only once, for at most five seconds (D15). */
export async function sendChangesBeforeSignOut({ device: { sync } }: IdentityService): Promise<void> {
  if (sync.state.get().waiting === 0) return
  await Promise.race([sync.syncNow(), sleep(LONGEST_WAIT_MS)])
}

/**
 * Sends pending data, signs out all tabs, deletes the local library and loads the sign-in screen, which
 * says `farewell`. Resolves only if that fails, because otherwise the page is left. Without a connection, the
 * server gets the sign-out later, before any other request (SI6). Unsent data is lost, so ask the user first.
 */
export async function signOut(identity: IdentityService, farewell: string): Promise<void> {
  const events = Promise.race([identity.analytics.flushEvents(), sleep(LONGEST_WAIT_MS)])
  await Promise.all([sendChangesBeforeSignOut(identity), events])
  return signOutWithoutSending(identity, farewell)
}

/** For a session that was ended elsewhere, because the server would reject pending data (rule SI10). */
export const signOutWithoutSending = (identity: IdentityService, farewell: string): Promise<void> =>
  identity.ignoreNewsDuring(async () => {
    const userId = identity.device.store.get()?.userId
    if (markSignOutPending()) {
      // Before the server ends the session: it would then reject the requests of other tabs (rule SI13).
      storeLastUserId(null)
      await Promise.race([finishPendingSignOut(), sleep(LONGEST_WAIT_MS)])
    }
    // The sign-out could not be stored for later, so the server must confirm it now.
    else if ((await postSignOut()).kind !== 'done') return
    return leave(identity, userId, farewell)
  })

/**
 * Deletes the account, then does the same as `signOut` (rule DA9). Resolves only on failure, with the
 * reason, such as an old sign-in. Sends no pending data, because the server would delete it at once.
 *
 * @param language language of the mail that confirms the deletion
 */
export const deleteAccount = (
  identity: IdentityService,
  userId: string,
  language: string,
  farewell: string,
): Promise<RequestFailure> =>
  identity.ignoreNewsDuring(async () => {
    const answer = await deleteAccountOnServer(userId, language)
    return answer.kind === 'deleted' ? leave(identity, userId, farewell) : answer
  })

/** Deletes the local data, tells other tabs (rule SI13) and loads /signin, so it never resolves. */
async function leave(
  identity: IdentityService,
  userId: string | undefined,
  farewell: string,
): Promise<never> {
  identity.close()
  storeLastUserId(null)
  // The user may have requested a code to delete the account.
  forgetSentSignInLink()
  identity.analytics.forgetUser()
  // If this fails, the data is deleted when another user signs in. The user is signed out in any case.
  if (userId !== undefined) await deleteLocalUserData(userId).catch(() => undefined)
  storeSignOutMessage(farewell)
  location.replace('/signin')
  return new Promise(() => {})
}
