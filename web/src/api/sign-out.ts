import { backoffDelay } from './backoff.ts'
import { clearPendingSignOut, isSignOutPending, sendRequest, type RequestFailure } from './send-request.ts'
import { postSignOut as signOut } from '#core/protocol/operations.ts'

// Module state: the session cookie that the sign-out is about belongs to the browser and not to an app.
let attempt: Promise<boolean> | null = null
let failures = 0
let timer = 0

/**
 * Sends a pending sign-out, again and again until the server confirms it (rule SI6). Resolves after the first attempt:
 * to true if none is pending any longer, so that other requests may be sent.
 */
export function finishSignOut(): Promise<boolean> {
  attempt ??= inOneTab(tell).finally(() => (attempt = null))
  return attempt
}

async function tell(): Promise<boolean> {
  clearTimeout(timer)
  // Another tab may have finished the sign-out, and the cookie may belong to a user who has signed in since.
  if (!isSignOutPending()) return true
  if ((await postSignOut()).kind === 'done') {
    failures = 0
    clearPendingSignOut()
    return true
  }
  timer = window.setTimeout(() => void finishSignOut(), backoffDelay(++failures, Math.random()))
  return false
}

// The response to a second sign-out could clear the cookie of a user who signed in after the first. Pages served over
// plain HTTP have no Web Locks.
const inOneTab = (work: () => Promise<boolean>) =>
  'locks' in navigator ? navigator.locks.request('dacapo-sign-out', work) : work()

/** Also succeeds if the session no longer exists. */
export async function postSignOut(): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await sendRequest(signOut.method, signOut.path, {})
  if (answer.kind === 'answer') return { kind: 'done' }
  return answer.kind === 'problem' && answer.status === 401 ? { kind: 'done' } : answer
}
