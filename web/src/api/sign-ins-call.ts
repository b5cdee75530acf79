import type { SocialProvider, SocialSignInMode } from '#core/protocol/social-provider.ts'
import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import { type RequestFailure } from './send-request.ts'

type SignIns = ResponseOf<typeof operations.getSignIns>

/** A sign-in method of the user. `since` is the time at which it was added, in milliseconds since 1970. */
export type SignInMethodResponse = SignIns['signIns'][number]

/** Fetches the user's sign-in methods. */
export async function getSignInMethods(
  userId: string,
): Promise<({ kind: 'sign-ins' } & SignIns) | RequestFailure> {
  const answer = await call(operations.getSignIns, { userId })
  return answer.kind === 'answer' ? { kind: 'sign-ins', ...answer.body } : answer
}

/**
 * Requests the URL of a social sign-in provider's page. There, the user signs in with the account that becomes a sign-in
 * method. The server informs the user by a mail in `language`.
 *
 * @param way whether the page opens in a popup or replaces this page
 * @param attempt random id that is returned together with the outcome of the sign-in
 */
export async function postConnectionStart(
  userId: string,
  provider: SocialProvider,
  way: SocialSignInMode,
  attempt: string,
  language: string,
): Promise<{ kind: 'started'; url: string } | RequestFailure> {
  const asked = { userId, parameters: { provider, language }, body: { way, attempt } }
  const answer = await call(operations.postSignInVisit, asked)
  return answer.kind === 'answer' ? { kind: 'started', url: answer.body.url } : answer
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
  const answer = await call(operations.deleteSignIn, { userId, parameters: { provider, language } })
  const isDone = answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
  return isDone ? { kind: 'done' } : answer
}
