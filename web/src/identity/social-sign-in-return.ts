import {
  isSocialOutcome,
  isSocialProvider,
  type SocialOutcome,
  type SocialProvider,
} from '#core/protocol/social-provider.ts'
import { finishSocialSignIn } from './social-sign-in.ts'

/** Provider and outcome of a social sign-in that replaced this page, as read from the address. */
export type SocialSignInReturn = { readonly provider: SocialProvider; readonly outcome: SocialOutcome }

const returned = takeReturn()

/**
 * Returns the outcome of the social sign-in from which the browser has just returned to this page. Returns null if
 * there was none.
 */
export function socialSignInReturn(): SocialSignInReturn | null {
  return returned
}

// Runs before rendering, because a signed-in user is redirected from the sign-in screen at once.
if (returned !== null) void finishSocialSignIn(returned.provider, returned.outcome)

function takeReturn(): SocialSignInReturn | null {
  const query = new URLSearchParams(location.search)
  const [provider, outcome] = [query.get('provider'), query.get('social')]
  if (!isSocialProvider(provider) || !isSocialOutcome(outcome)) return null
  history.replaceState(history.state, '', location.pathname)
  return { provider, outcome }
}
