import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
import { isObject, type RequestFailure } from './send-request.ts'
import { parseUser, type UserResponse } from './session-calls.ts'

/** Proof that the user has received the sign-in mail: the token of the link in the mail, or the code. */
export type SignInProof =
  | { readonly email: string; readonly token: string }
  | { readonly email: string; readonly code: string }

/**
 * Requests a mail with a sign-in link and a code. The response does not reveal whether the email address is known.
 *
 * @param language language of the mail, such as 'de'
 */
export async function postSignInLink(
  email: string,
  language: string,
): Promise<{ kind: 'sent' } | RequestFailure> {
  const answer = await requestApi('POST', '/api/v1/sign-in-links', { email, language })
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}

/**
 * Sends the token of a sign-in link, or a sign-in code, to the server. If it is valid, the server sets the session
 * cookie. `created` is true if the account is new.
 */
export async function postConfirmation(
  proof: SignInProof,
): Promise<{ kind: 'signed-in'; user: UserResponse; created: boolean } | RequestFailure> {
  const answer = await requestApi('POST', '/api/v1/sign-in-links/confirm', proof)
  if (answer.kind !== 'answer') return answer
  const user = isObject(answer.body) ? parseUser(answer.body['user']) : null
  if (user === null) return { kind: 'unexpected', status: 200 }
  return { kind: 'signed-in', user, created: isObject(answer.body) && answer.body['created'] === true }
}

/**
 * Asks to whom a sign-in link was sent. Returns the masked email address, and whether it is that of the signed-in user.
 */
export async function postSignInLinkOwner(
  userId: string,
  token: string,
): Promise<{ kind: 'owner'; email: string; isYours: boolean } | RequestFailure> {
  const headers = expectedUserHeader(userId)
  const answer = await requestApi('POST', '/api/v1/sign-in-links/owner', { token }, headers)
  if (answer.kind !== 'answer') return answer
  const { email, isYours } = isObject(answer.body) ? answer.body : {}
  if (typeof email !== 'string') return { kind: 'unexpected', status: 200 }
  return { kind: 'owner', email, isYours: isYours === true }
}
