import type { SocialProvider, SocialSignInMode } from '#core/protocol/social-provider.ts'
import { requestApi } from './request.ts'
import { isObject, type RequestResult, type RequestFailure } from './send-request.ts'

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
  return parseProviderUrl(await requestApi('POST', '/api/auth/sign-in/social', { provider, way, attempt }))
}

/** Returns the URL of a social sign-in provider's page from a response, or the reason why the request failed. */
export function parseProviderUrl(answer: RequestResult): { kind: 'started'; url: string } | RequestFailure {
  if (answer.kind !== 'answer') return answer
  const url = isObject(answer.body) ? answer.body['url'] : null
  return typeof url === 'string' && /^https?:/.test(url)
    ? { kind: 'started', url }
    : { kind: 'unexpected', status: 200 }
}
