import { backoffDelay } from './backoff-delay.ts'
import { clearPendingSignOut, isSignOutPending } from './pending-sign-out.ts'
import { postSignOut } from './post-sign-out.ts'

// Module state: the session cookie that the sign-out is about belongs to the browser and not to an app.
let attempt: Promise<boolean> | null = null
let failures = 0
let timer = 0

/**
 * Sends a pending sign-out, which the server has not confirmed yet, and repeats it until the server confirms it (rule
 * SI9). Resolves after the first attempt: to true if no sign-out is pending any longer, so that other requests may be
 * sent, otherwise to false.
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
