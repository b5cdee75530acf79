import type { RequestFailure } from '#web/api/send-request.ts'
import { postConfirmation, postSignInLink, type SignInProof } from '#web/api/session-calls.ts'
import { saveSentSignInLink, type SentSignInLink } from './sent-link.ts'
import type { UserIdentity } from './user-identity.ts'

/** Result of requesting a sign-in mail: sent, or the reason why the request failed. */
export type SignInLinkRequestResult =
  | { kind: 'sent'; sent: SentSignInLink }
  | { kind: 'failed'; problem: RequestFailure }
/** Result of signing in with a link or code; `created` is true if the account is new. */
export type SignInConfirmationResult =
  | { kind: 'signed-in'; created: boolean }
  | { kind: 'failed'; problem: RequestFailure }

/**
 * Requests a mail with a sign-in link and a code, and stores in this browser that it was sent (spec 4, rules SI8 and
 * SG3).
 *
 * @param language language tag of the mail, such as 'de'
 */
export async function requestSignInLink(email: string, language: string): Promise<SignInLinkRequestResult> {
  const answer = await postSignInLink(email, language)
  if (answer.kind !== 'sent') return { kind: 'failed', problem: answer }
  const sent = { email, at: Date.now(), wrongCodes: 0 }
  saveSentSignInLink(sent)
  return { kind: 'sent', sent }
}

/**
 * Signs in with the token of a sign-in link or with the code from the mail. If that succeeds, deletes the stored email
 * address and opens the user's library (rule SI8). Also succeeds if the link was already used and its user is signed
 * in, because mail programs may open a link twice (rule SG19).
 */
export async function confirmSignIn(
  identity: UserIdentity,
  proof: SignInProof,
): Promise<SignInConfirmationResult> {
  const answer = await postConfirmation(proof)
  if (answer.kind !== 'signed-in') {
    // A mail program may open a link twice, and then another tab has already used it (rule SG19).
    const isUsedUp = 'token' in proof && answer.kind === 'problem' && answer.code === 'link-invalid'
    if (isUsedUp && (await isSignedIn(identity, proof.email))) return { kind: 'signed-in', created: false }
    return { kind: 'failed', problem: answer }
  }
  await identity.setSignedIn(answer.user)
  identity.analytics.trackEvent({ name: answer.created ? 'sign_up' : 'login', method: 'Email' })
  void identity.refresh()
  identity.startWorkAfterSignIn(answer.user.id)
  return { kind: 'signed-in', created: answer.created }
}

async function isSignedIn(identity: UserIdentity, email: string): Promise<boolean> {
  await identity.refreshAfterSignIn()
  const state = identity.state.get()
  return state.kind === 'signed-in' && !state.expired && state.user.email === email.trim().toLowerCase()
}
