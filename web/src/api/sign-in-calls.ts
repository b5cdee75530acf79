import * as operations from '#core/protocol/operations.ts'
import { call } from './call.ts'
import { type RequestFailure } from './send-request.ts'
import { withoutEmptyName, type UserResponse } from './session-calls.ts'

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
  const answer = await call(operations.postSignInLink, { body: { email, language } })
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}

/**
 * Sends the token of a sign-in link, or a sign-in code, to the server. If it is valid, the server sets the session
 * cookie. `created` is true if the account is new.
 */
export async function postConfirmation(
  proof: SignInProof,
): Promise<{ kind: 'signed-in'; user: UserResponse; created: boolean } | RequestFailure> {
  const answer = await call(operations.postConfirmation, { body: proof })
  if (answer.kind !== 'answer') return answer
  const { user, created } = answer.body
  return { kind: 'signed-in', user: withoutEmptyName(user), created }
}

/**
 * Asks to whom a sign-in link was sent. Returns the masked email address, and whether it is that of the signed-in user.
 */
export async function postSignInLinkOwner(
  userId: string,
  token: string,
): Promise<{ kind: 'owner'; email: string; isYours: boolean } | RequestFailure> {
  const answer = await call(operations.postSignInLinkOwner, { userId, body: { token } })
  return answer.kind === 'answer' ? { kind: 'owner', ...answer.body } : answer
}
