import { PENDING_CONNECTION_COOKIE_SUFFIX } from '#core/protocol/social-provider.ts'
import type { UserIdentity } from './user-identity.ts'

/**
 * Sets `hasPendingProviderConnection` to true if a certain cookie exists, otherwise to false. The server sets this
 * cookie when the user has signed in with a social provider's account that is not connected to their user account yet.
 * The proof of that sign-in is in another cookie, which scripts cannot read.
 */
export function updatePendingConnectionFromCookie({ hasPendingProviderConnection }: UserIdentity): void {
  hasPendingProviderConnection.set(MARK.test(document.cookie))
}

/**
 * Increments `providersConnectedSinceLoad`, so that screens load the list of sign-in methods again, and updates
 * `hasPendingProviderConnection`. Call it after a social sign-in provider was connected to the user's account.
 */
export function noteProviderConnected(identity: UserIdentity): void {
  const { providersConnectedSinceLoad: count } = identity
  count.set(count.get() + 1)
  updatePendingConnectionFromCookie(identity)
}

const MARK = new RegExp(`(?:^|; )(?:__Host-)?dacapo\\.${PENDING_CONNECTION_COOKIE_SUFFIX}=1`)
