import {
  isSocialOutcome,
  isSocialProvider,
  type SocialOutcome,
  type SocialProvider,
} from '#core/protocol/social-provider.ts'
import { finishSocialSignIn } from './social.ts'

/** How a sign-in ended that took the place of the page, told by the address; takes it out of the address bar. */
export type SocialReturn = { readonly provider: SocialProvider; readonly outcome: SocialOutcome }

const returned = takeReturn()

/** Returns how the provider's sign-in ended, once; null if nobody returns from a provider. */
export function socialReturn(): SocialReturn | null {
  return returned
}

// Whoever is signed in is led away from the sign-in screen at once, so it cannot wait for that to be drawn.
if (returned !== null) void finishSocialSignIn(returned.provider, returned.outcome)

function takeReturn(): SocialReturn | null {
  const query = new URLSearchParams(location.search)
  const [provider, outcome] = [query.get('provider'), query.get('social')]
  if (!isSocialProvider(provider) || !isSocialOutcome(outcome)) return null
  history.replaceState(history.state, '', location.pathname)
  return { provider, outcome }
}
