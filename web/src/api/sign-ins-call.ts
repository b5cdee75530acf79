import {
  isSocialProvider,
  type SocialProvider,
  type SocialSignInMode,
} from '#core/protocol/social-provider.ts'
import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
import { isObject, parseNonEmptyString, type RequestFailure } from './send-request.ts'
import { parseProviderUrl } from './social-call.ts'

/** A sign-in method of the user. `since` is the time at which it was added, in milliseconds since 1970. */
export type SignInMethodResponse = { readonly provider: 'email' | SocialProvider; readonly since: number }

/**
 * An account at a social sign-in provider that becomes a sign-in method only after the user has confirmed this. The
 * request with the confirmation must contain `key`. `email` is the email address of that account, or null.
 */
export type PendingConnectionResponse = {
  readonly key: string
  readonly provider: SocialProvider
  readonly email: string | null
}

const PATH = '/api/v1/sign-ins'

/**
 * Fetches the user's sign-in methods. Also returns the account at a social sign-in provider that waits for the user's
 * confirmation, or null if there is none.
 */
export async function getSignInMethods(
  userId: string,
): Promise<
  | { kind: 'sign-ins'; signIns: readonly SignInMethodResponse[]; pending: PendingConnectionResponse | null }
  | RequestFailure
> {
  const answer = await requestApi('GET', PATH, undefined, expectedUserHeader(userId))
  if (answer.kind !== 'answer') return answer
  const { signIns, pending } = isObject(answer.body) ? answer.body : {}
  if (!Array.isArray(signIns)) return { kind: 'unexpected', status: 200 }
  return { kind: 'sign-ins', signIns: signIns.flatMap(signInIn), pending: pendingIn(pending) }
}

/**
 * Requests the URL of a social sign-in provider's page. There, the user signs in with the account that is to become a
 * sign-in method.
 *
 * @param way whether the page opens in a popup or replaces this page
 * @param attempt random id that is returned together with the outcome of the sign-in
 */
export const postConnectionStart = async (
  userId: string,
  provider: SocialProvider,
  way: SocialSignInMode,
  attempt: string,
) =>
  parseProviderUrl(
    await requestApi('POST', `${PATH}/${provider}`, { way, attempt }, expectedUserHeader(userId)),
  )

/**
 * Confirms that an account at a social sign-in provider, which waits for this confirmation, becomes a sign-in method of
 * the user. The server informs the user by a mail in `language`.
 *
 * @param key key of the account at the provider, see PendingConnectionResponse
 */
export async function acceptConnection(
  userId: string,
  key: string,
  language: string,
): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await requestApi('POST', `${PATH}?language=${language}`, { key }, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'done' } : answer
}

/**
 * Rejects the account at a social sign-in provider that waits for the user's confirmation, so that it does not become a
 * sign-in method.
 */
export async function declineConnection(userId: string): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await requestApi('DELETE', '/api/v1/pending-sign-in', undefined, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'done' } : answer
}

/**
 * Removes a social sign-in provider from the user's sign-in methods. Also succeeds if the provider is not one of them.
 * The server informs the user by a mail in `language`.
 */
export async function deleteProviderConnection(
  userId: string,
  provider: SocialProvider,
  language: string,
): Promise<{ kind: 'done' } | RequestFailure> {
  const path = `${PATH}/${provider}?language=${language}`
  const answer = await requestApi('DELETE', path, undefined, expectedUserHeader(userId))
  const isDone = answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
  return isDone ? { kind: 'done' } : answer
}

function signInIn(input: unknown): SignInMethodResponse[] {
  if (!isObject(input)) return []
  const { provider, since } = input
  if (typeof since !== 'number' || !(provider === 'email' || isSocialProvider(provider))) return []
  return [{ provider, since }]
}

function pendingIn(input: unknown): PendingConnectionResponse | null {
  if (!isObject(input)) return null
  const { key, provider, email } = input
  return typeof key === 'string' && isSocialProvider(provider)
    ? { key, provider, email: parseNonEmptyString(email) }
    : null
}
