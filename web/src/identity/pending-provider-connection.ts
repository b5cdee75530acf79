import { PENDING_CONNECTION_COOKIE_SUFFIX } from '#core/protocol/social-provider.ts'
import { createObservable } from '#web/concurrency/observable.ts'

/**
 * Observable that is true if the user of this browser has signed in at a social sign-in provider whose account is not
 * connected to the user yet. The app then asks the user whether to connect it (rule ID34).
 */
export const hasPendingProviderConnection = createObservable(false)

/**
 * Observable with the number of social sign-in providers connected since the page was loaded. A list of sign-in methods
 * that was loaded at a lower number is outdated.
 */
export const providerConnectionCount = createObservable(0)

/**
 * Updates `hasPendingProviderConnection` from a cookie. The server sets this cookie together with one that scripts
 * cannot read and that contains the proof of the sign-in.
 */
export function updatePendingConnectionFromCookie(): void {
  hasPendingProviderConnection.set(MARK.test(document.cookie))
}

const MARK = new RegExp(`(?:^|; )(?:__Host-)?dacapo\\.${PENDING_CONNECTION_COOKIE_SUFFIX}=1`)
