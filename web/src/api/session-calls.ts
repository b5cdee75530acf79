import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import type { RequestFailure } from './send-request.ts'

type Session = ResponseOf<typeof operations.getSession>

/** The signed-in user, as the server returns it, with the URL of their picture. A user without a name has null. */
export type UserResponse = Omit<NonNullable<Session['user']>, 'name'> & { readonly name: string | null }

/**
 * The server's response with the signed-in user and their plan, or the reason why the request failed. The user is null
 * if nobody is signed in. `ended` says why a session was ended; it is null if the session is valid or has only expired.
 */
export type SessionResponse =
  | ({ readonly kind: 'session'; readonly user: UserResponse | null } & Pick<Session, 'stripeRole' | 'ended'>)
  | RequestFailure

/** Fetches this browser's signed-in user and the user's plan. */
export async function getSession(): Promise<SessionResponse> {
  const answer = await call(operations.getSession, {})
  if (answer.kind !== 'answer') return answer
  const { user, stripeRole, ended } = answer.body
  return { kind: 'session', user: user && withoutEmptyName(user), stripeRole, ended }
}

/** Returns the user with the name null if it is empty. */
const withoutEmptyName = (user: NonNullable<Session['user']>): UserResponse => ({
  ...user,
  name: user.name === '' ? null : user.name,
})

export type SignInProof =
  | { readonly email: string; readonly token: string }
  | { readonly email: string; readonly code: string }

/**
 * Sends the token of a sign-in link, or a sign-in code, to the server. If it is valid, the server sets the session
 * cookie. `created` is true if the account is new.
 */
export async function requestSignIn(
  proof: SignInProof,
): Promise<{ kind: 'signed-in'; user: UserResponse; created: boolean } | RequestFailure> {
  const answer = await call(operations.postConfirmation, { body: proof })
  if (answer.kind !== 'answer') return answer
  const { user, created } = answer.body
  return { kind: 'signed-in', user: withoutEmptyName(user), created }
}
