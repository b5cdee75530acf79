import type { SocialProvider, SocialWay } from '#core/social-provider.ts'
import { isObject, request, type Failure } from './request.ts'

/** Asks where the browser has to go to sign in at a provider. */
export async function postSocialStart(
  provider: SocialProvider,
  way: SocialWay,
  attempt: string,
): Promise<{ kind: 'started'; url: string } | Failure> {
  const answer = await request('POST', '/api/auth/sign-in/social', { provider, way, attempt })
  if (answer.kind !== 'answer') return answer
  const url = isObject(answer.body) ? answer.body['url'] : null
  return typeof url === 'string' && /^https?:/.test(url)
    ? { kind: 'started', url }
    : { kind: 'unexpected', status: 200 }
}
