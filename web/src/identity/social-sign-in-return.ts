import {
  isSocialOutcome,
  isSocialProvider,
  type SocialOutcome,
  type SocialProvider,
} from '#core/protocol/social-provider.ts'
import type { UserIdentity } from './user-identity.ts'
import { finishSocialSignIn } from './social-sign-in.ts'

/**
 * Provider and outcome of a sign-in with a social provider whose page replaced this page. Read from the address to
 * which the browser returned.
 */
export type SocialSignInReturn = { readonly provider: SocialProvider; readonly outcome: SocialOutcome }

// Module state, because it is read from the page's address, which is cleared then.
const returned = takeReturn()

/**
 * Returns the outcome of a sign-in with a social provider, if the browser has just returned to this page from one.
 * Otherwise returns null.
 */
export function socialSignInReturn(): SocialSignInReturn | null {
  return returned
}

/**
 * Finishes the sign-in with a social provider from which the browser has just returned to this page. Called before
 * rendering, because a signed-in user is redirected from the sign-in screen at once.
 */
export function finishReturnedSignIn(identity: UserIdentity): void {
  if (returned !== null) void finishSocialSignIn(identity, returned.provider, returned.outcome)
}

function takeReturn(): SocialSignInReturn | null {
  const query = new URLSearchParams(location.search)
  const [provider, outcome] = [query.get('provider'), query.get('social')]
  if (!isSocialProvider(provider) || !isSocialOutcome(outcome)) return null
  history.replaceState(history.state, '', location.pathname)
  return { provider, outcome }
}
