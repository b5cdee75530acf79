import { confirmSignIn, type SignInConfirmationResult } from '#web/identity/sign-in.ts'

let last: { key: string; answer: Promise<SignInConfirmationResult> } | null = null

/**
 * Signs in with a sign-in link. Sends only one request even if it is called twice, because the server rejects the
 * second use of a link. After a failure, a further call sends the link again.
 */
export function redeemSignInLinkOnce(email: string, token: string): Promise<SignInConfirmationResult> {
  const key = `${email}\n${token}`
  if (last?.key === key) return last.answer
  const answer = confirmSignIn({ email, token })
  last = { key, answer }
  void answer.then(confirmed => {
    if (confirmed.kind === 'failed' && last?.answer === answer) last = null
  })
  return answer
}
