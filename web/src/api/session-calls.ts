import type { SessionEndReason } from '#core/protocol/session-end.ts'
import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import { type RequestFailure } from './send-request.ts'

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
export const withoutEmptyName = (user: NonNullable<Session['user']>): UserResponse => ({
  ...user,
  name: user.name === '' ? null : user.name,
})

/** Parses the reason why a session was ended. Returns null if the input is none of the known reasons. */
export const parseSessionEnd = (input: unknown): SessionEndReason | null =>
  input === 'session-revoked' || input === 'account-deleted' ? input : null
