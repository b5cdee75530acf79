import type { SocialProvider, SocialSignInMode } from '#core/protocol/social-provider.ts'
import { postSocialSignIn } from '#core/protocol/operations.ts'
import { call } from './call.ts'
import type { RequestFailure } from './send-request.ts'

/**
 * Requests the URL of the page on which the user signs in with a social provider.
 *
 * @param way whether the page opens in a popup or replaces this page
 * @param attempt random id that is returned together with the outcome of the sign-in
 */
export async function postSocialSignInStart(
  provider: SocialProvider,
  way: SocialSignInMode,
  attempt: string,
): Promise<{ kind: 'started'; url: string } | RequestFailure> {
  const answer = await call(postSocialSignIn, { body: { provider, way, attempt } })
  return answer.kind === 'answer' ? { kind: 'started', url: answer.body.url } : answer
}
