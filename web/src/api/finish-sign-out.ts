import { backOff } from './back-off.ts'
import { clearSigningOut, isSigningOut } from './pending-sign-out.ts'
import { postSignOut } from './session-calls.ts'

let attempt: Promise<boolean> | null = null
let failures = 0
let timer = 0

/**
 * Tells the server of a sign-out that it has not heard of yet, and again until it has (rule SI9). Gives whether the way
 * is free for anything else.
 */
export function finishSignOut(): Promise<boolean> {
  attempt ??= inOneTab(tell).finally(() => (attempt = null))
  return attempt
}

async function tell(): Promise<boolean> {
  clearTimeout(timer)
  // Another tab may have been quicker, and somebody else signed in since: the cookie would be theirs.
  if (!isSigningOut()) return true
  if ((await postSignOut()).kind === 'done') {
    failures = 0
    clearSigningOut()
    return true
  }
  timer = window.setTimeout(() => void finishSignOut(), backOff(++failures, Math.random()))
  return false
}

// The answer of a second sign-out could take the cookie of whoever has signed in after the first. Pages that came over
// plain HTTP have no locks.
const inOneTab = (work: () => Promise<boolean>) =>
  'locks' in navigator ? navigator.locks.request('dacapo-sign-out', work) : work()
