import { PENDING_SIGN_IN_MARK } from '#core/protocol/social-provider.ts'
import { createObservable } from '#web/concurrency/observable.ts'

/** Whether this browser has signed in at a provider about which its user may have to be asked (rule ID34). */
export const hasPendingConnection = createObservable(false)

/** Counts what was connected on this page; a list that was loaded before is older. */
export const connectionCount = createObservable(0)

/** Reads the mark that the server leaves beside the proof, which no script can read. */
export function readPendingSignInMark(): void {
  hasPendingConnection.set(MARK.test(document.cookie))
}

const MARK = new RegExp(`(?:^|; )(?:__Host-)?dacapo\\.${PENDING_SIGN_IN_MARK}=1`)
