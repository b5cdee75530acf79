import { PENDING_CONNECTION_COOKIE_SUFFIX } from '#core/protocol/social-provider.ts'
import type { UserIdentity } from './user-identity.ts'

/**
 * Updates from a cookie whether the user has a sign-in at a social provider that waits to be connected. The server sets
 * this cookie together with one that scripts cannot read and that contains the proof of the sign-in.
 */
export function updatePendingConnectionFromCookie({ hasPendingProviderConnection }: UserIdentity): void {
  hasPendingProviderConnection.set(MARK.test(document.cookie))
}

/** Updates the identity after a social sign-in provider was connected, so that the lists of sign-in methods reload. */
export function noteProviderConnected(identity: UserIdentity): void {
  const { providersConnectedSinceLoad: count } = identity
  count.set(count.get() + 1)
  updatePendingConnectionFromCookie(identity)
}

const MARK = new RegExp(`(?:^|; )(?:__Host-)?dacapo\\.${PENDING_CONNECTION_COOKIE_SUFFIX}=1`)
