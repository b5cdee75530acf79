import {
  isSocialOutcome,
  isSocialProvider,
  type SocialOutcome,
  type SocialProvider,
} from '#core/protocol/sign-in.ts'
import type { UserIdentity } from './user-identity.ts'
import { finishSocialSignIn } from './social-sign-in.ts'

/**
 * Provider and outcome of a sign-in with a social provider that took place in this tab and not in a popup. They are
 * read from the URL to which the browser has returned.
 */
export type SocialSignInReturn = { readonly provider: SocialProvider; readonly outcome: SocialOutcome }

// Module state, because it is read from the page's address, which is cleared then.
const returned = takeReturn()

/**
 * Returns the provider and outcome of the social sign-in from which the browser has just returned to this page. Returns
 * null if there was none.
 */
export function socialSignInReturn(): SocialSignInReturn | null {
  return returned
}

/**
 * Finishes the sign-in with a social provider from which the browser has just returned to this page. Does nothing if
 * there was none. Call it before the first rendering, because the sign-in screen redirects a signed-in user at once and
 * could not finish the sign-in itself.
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
