import {
  isSocialProvider,
  type SocialProvider,
  type SocialSignInMode,
} from '#core/protocol/social-provider.ts'
import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
import { isObject, parseNonEmptyString, type RequestFailure } from './send-request.ts'
import { parseProviderUrl } from './social-call.ts'

/** A sign-in method of the user. `since` is the time at which it was added, in milliseconds. */
export type SignInMethodResponse = { readonly provider: 'email' | SocialProvider; readonly since: number }

/**
 * An account at a social sign-in provider that is connected only after the user's confirmation. The confirmation must
 * contain `key`.
 */
export type PendingConnectionResponse = {
  readonly key: string
  readonly provider: SocialProvider
  readonly email: string | null
}

const PATH = '/api/v1/sign-ins'

/**
 * Fetches the user's sign-in methods, and the account at a social sign-in provider that waits for the user's
 * confirmation, or null.
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

/** Requests the URL of the page on which the user signs in at a social sign-in provider in order to connect it. */
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
 * Confirms that an account at a social sign-in provider becomes a sign-in method. The server informs the user by a mail
 * in `language`.
 */
export async function acceptConnection(
  userId: string,
  key: string,
  language: string,
): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await requestApi('POST', `${PATH}?language=${language}`, { key }, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'done' } : answer
}

/** Declines that an account at a social sign-in provider becomes a sign-in method. */
export async function declineConnection(userId: string): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await requestApi('DELETE', '/api/v1/pending-sign-in', undefined, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'done' } : answer
}

/**
 * Removes a social sign-in provider from the user's sign-in methods. Succeeds if it is not connected. The server
 * informs the user by a mail in `language`.
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
