import type { UserIdentity } from '#web/identity/user-identity.ts'
import { confirmSignIn, type SignInConfirmationResult } from '#web/identity/sign-in.ts'

// Kept with the app's identity and not in the screen, which is mounted twice in development.
const lastOf = new WeakMap<UserIdentity, { key: string; answer: Promise<SignInConfirmationResult> }>()

/**
 * Signs in with a sign-in link. Sends only one request even if it is called twice with the same link and email address,
 * because the server rejects the second use of a link. After a failure, a further call sends a new request.
 */
export function redeemSignInLinkOnce(
  identity: UserIdentity,
  email: string,
  token: string,
): Promise<SignInConfirmationResult> {
  const key = `${email}\n${token}`
  const last = lastOf.get(identity)
  if (last?.key === key) return last.answer
  const answer = confirmSignIn(identity, { email, token })
  lastOf.set(identity, { key, answer })
  void answer.then(confirmed => {
    if (confirmed.kind === 'failed' && lastOf.get(identity)?.answer === answer) lastOf.delete(identity)
  })
  return answer
}
