import { confirmSignIn, type ConfirmationResult } from '#web/identity/sign-in.ts'

let last: { key: string; answer: Promise<ConfirmationResult> } | null = null

/**
 * Redeems a sign-in link, and sends it only once even if the screen mounts twice: a link is single-use, and a second
 * request would report it as invalid. After a failure it may be sent again.
 */
export function redeemSignInLinkOnce(email: string, token: string): Promise<ConfirmationResult> {
  const key = `${email}\n${token}`
  if (last?.key === key) return last.answer
  const answer = confirmSignIn({ email, token })
  last = { key, answer }
  void answer.then(confirmed => {
    if (confirmed.kind === 'failed' && last?.answer === answer) last = null
  })
  return answer
}
