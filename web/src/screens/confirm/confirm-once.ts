import { confirmSignIn, type Confirmed } from '#web/identity/sign-in.ts'

let last: { key: string; answer: Promise<Confirmed> } | null = null

/**
 * Confirms a link, sending it once even when the screen is drawn twice: a link is single use, and the second
 * sending would say that it is invalid. After a failure without network it may be sent again.
 */
export function confirmOnce(email: string, token: string): Promise<Confirmed> {
  const key = `${email}\n${token}`
  if (last?.key === key) return last.answer
  const answer = confirmSignIn({ email, token })
  last = { key, answer }
  void answer.then(confirmed => {
    if (confirmed.kind === 'failed' && confirmed.problem.kind === 'offline') last = null
  })
  return answer
}
