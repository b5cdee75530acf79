import type { Failure } from '#web/api/send-request.ts'
import { postConfirmation, postSignInLink, type SignInProof } from '#web/api/sign-in-calls.ts'
import { trackEvent } from '#web/analytics/analytics.ts'
import { syncNow } from '#web/store/sync-state.ts'
import { rememberEmail } from './remembered-email.ts'
import { setSignedInUser, checkArrival, checkSession, sessionState } from './session-state.ts'
import { broadcastToTabs } from './tabs.ts'

/** The result of asking for a sign-in mail. */
export type LinkRequestResult = { kind: 'sent' } | { kind: 'failed'; problem: Failure }
/** The result of a sign-in with a link or code. */
export type ConfirmationResult =
  | { kind: 'signed-in'; created: boolean }
  | { kind: 'failed'; problem: Failure }

/**
 * Asks for the mail with link and code and remembers the address, so that following the link need not ask for it
 * again (spec 4, rule SI5). Language: the tag the mail is written in.
 */
export async function requestSignInLink(email: string, language: string): Promise<LinkRequestResult> {
  const answer = await postSignInLink(email, language)
  if (answer.kind !== 'sent') return { kind: 'failed', problem: answer }
  rememberEmail(email)
  return answer
}

/** Signs in with the link's token or the code; on success the address is forgotten and the library is open (rule SI5). */
export async function confirmSignIn(proof: SignInProof): Promise<ConfirmationResult> {
  const answer = await postConfirmation(proof)
  if (answer.kind !== 'signed-in') {
    // A mail program may open a link twice, and the other tab was the one that used it up (rule SG19).
    const isUsedUp = 'token' in proof && answer.kind === 'problem' && answer.code === 'link-invalid'
    if (isUsedUp && (await isSignedIn())) return { kind: 'signed-in', created: false }
    return { kind: 'failed', problem: answer }
  }
  await setSignedInUser(answer.user)
  trackEvent({ name: answer.created ? 'sign_up' : 'login', method: 'Email' })
  void checkSession()
  finishSignIn(answer.user.id)
  return { kind: 'signed-in', created: answer.created }
}

async function isSignedIn(): Promise<boolean> {
  await checkArrival()
  const state = sessionState.get()
  return state.kind === 'signed-in' && !state.expired
}

/** What follows every sign-in. Nothing of it is waited for: the musician is in. */
export function finishSignIn(userId: string): void {
  broadcastToTabs({ kind: 'signed-in', userId })
  void syncNow()
  void clearAway(userId)
}

async function clearAway(userId: string): Promise<void> {
  const { deleteOtherLibraries } = await import('#web/store/delete-library.ts')
  await deleteOtherLibraries(userId)
}
