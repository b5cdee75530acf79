import { PENDING_CONNECTION_COOKIE_SUFFIX } from '#core/protocol/social-provider.ts'
import type { UserIdentity } from './user-identity.ts'

/**
 * Updates `hasPendingProviderConnection` from a cookie. The cookie says that the user has signed in with a social
 * provider's account that is not connected to their user account yet. The server sets it together with another cookie,
 * which scripts cannot read and which proves the sign-in.
 */
export function updatePendingConnectionFromCookie({ hasPendingProviderConnection }: UserIdentity): void {
  hasPendingProviderConnection.set(MARK.test(document.cookie))
}

/**
 * Updates the identity, so that the lists of sign-in methods load again. Called after a social sign-in provider was
 * connected.
 */
export function noteProviderConnected(identity: UserIdentity): void {
  const { providersConnectedSinceLoad: count } = identity
  count.set(count.get() + 1)
  updatePendingConnectionFromCookie(identity)
}

const MARK = new RegExp(`(?:^|; )(?:__Host-)?dacapo\\.${PENDING_CONNECTION_COOKIE_SUFFIX}=1`)
