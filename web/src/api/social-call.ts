import type { SocialProvider, SocialSignInMode } from '#core/protocol/social-provider.ts'
import { request } from './request.ts'
import { isObject, type RequestResult, type Failure } from './send-request.ts'

/** Requests the provider's address at which the browser continues the sign-in. */
export async function postSocialStart(
  provider: SocialProvider,
  way: SocialSignInMode,
  attempt: string,
): Promise<{ kind: 'started'; url: string } | Failure> {
  return providerAddressIn(await request('POST', '/api/auth/sign-in/social', { provider, way, attempt }))
}

/** The address of a provider in the answer to a start. */
export function providerAddressIn(answer: RequestResult): { kind: 'started'; url: string } | Failure {
  if (answer.kind !== 'answer') return answer
  const url = isObject(answer.body) ? answer.body['url'] : null
  return typeof url === 'string' && /^https?:/.test(url)
    ? { kind: 'started', url }
    : { kind: 'unexpected', status: 200 }
}
