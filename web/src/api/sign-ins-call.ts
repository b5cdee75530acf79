import {
  isSocialProvider,
  type SocialProvider,
  type SocialSignInMode,
} from '#core/protocol/social-provider.ts'
import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { request } from './request.ts'
import { isObject, nonEmptyString, type Failure } from './send-request.ts'
import { providerAddressIn } from './social-call.ts'

/** A way in which the user signs in; `since` is in milliseconds. */
export type SignInAnswer = { readonly provider: 'email' | SocialProvider; readonly since: number }

/** An account at a provider that the user is asked about; `key` names the question in its answer. */
export type PendingAnswer = {
  readonly key: string
  readonly provider: SocialProvider
  readonly email: string | null
}

const PATH = '/api/v1/sign-ins'

/** The ways in which a user signs in, and what this browser could connect. */
export async function getSignIns(
  userId: string,
): Promise<{ kind: 'sign-ins'; signIns: readonly SignInAnswer[]; pending: PendingAnswer | null } | Failure> {
  const answer = await request('GET', PATH, undefined, expectedUserHeader(userId))
  if (answer.kind !== 'answer') return answer
  const { signIns, pending } = isObject(answer.body) ? answer.body : {}
  if (!Array.isArray(signIns)) return { kind: 'unexpected', status: 200 }
  return { kind: 'sign-ins', signIns: signIns.flatMap(signInIn), pending: pendingIn(pending) }
}

/** Asks where the browser has to go to connect a provider. */
export const postProviderVisit = async (
  userId: string,
  provider: SocialProvider,
  way: SocialSignInMode,
  attempt: string,
) =>
  providerAddressIn(
    await request('POST', `${PATH}/${provider}`, { way, attempt }, expectedUserHeader(userId)),
  )

/** Answers the question with yes; a mail in `language` says so. */
export async function postConnection(
  userId: string,
  key: string,
  language: string,
): Promise<{ kind: 'done' } | Failure> {
  const answer = await request('POST', `${PATH}?language=${language}`, { key }, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'done' } : answer
}

/** Answers the question with no. */
export async function declineConnection(userId: string): Promise<{ kind: 'done' } | Failure> {
  const answer = await request('DELETE', '/api/v1/pending-sign-in', undefined, expectedUserHeader(userId))
  return answer.kind === 'answer' ? { kind: 'done' } : answer
}

/** Removes a provider, which a mail in `language` says; one that is not connected any more counts as removed. */
export async function deleteProviderConnection(
  userId: string,
  provider: SocialProvider,
  language: string,
): Promise<{ kind: 'done' } | Failure> {
  const path = `${PATH}/${provider}?language=${language}`
  const answer = await request('DELETE', path, undefined, expectedUserHeader(userId))
  const isDone = answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
  return isDone ? { kind: 'done' } : answer
}

function signInIn(input: unknown): SignInAnswer[] {
  if (!isObject(input)) return []
  const { provider, since } = input
  if (typeof since !== 'number' || !(provider === 'email' || isSocialProvider(provider))) return []
  return [{ provider, since }]
}

function pendingIn(input: unknown): PendingAnswer | null {
  if (!isObject(input)) return null
  const { key, provider, email } = input
  return typeof key === 'string' && isSocialProvider(provider)
    ? { key, provider, email: nonEmptyString(email) }
    : null
}
