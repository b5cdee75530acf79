import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import type { RequestFailure } from './send-request.ts'

type Session = ResponseOf<typeof operations.getSession>

/** A user without a name has null. */
export type UserFromServer = Omit<NonNullable<Session['user']>, 'name'> & { readonly name: string | null }

/** `user` is null if nobody is signed in; `ended` is why a session was ended, null if it has only expired. */
export type SessionResult =
  | ({ readonly kind: 'session'; readonly user: UserFromServer | null } & Pick<
      Session,
      'stripeRole' | 'ended'
    >)
  | RequestFailure

export async function getSession(): Promise<SessionResult> {
  const answer = await call(operations.getSession, {})
  if (answer.kind !== 'answer') return answer
  const { user, stripeRole, ended } = answer.body
  return { kind: 'session', user: user && withoutEmptyName(user), stripeRole, ended }
}

const withoutEmptyName = (user: NonNullable<Session['user']>): UserFromServer => ({
  ...user,
  name: user.name === '' ? null : user.name,
})

export type SignInProof =
  | { readonly email: string; readonly token: string }
  | { readonly email: string; readonly code: string }

/** `created` is true if the account is new. */
export async function confirmSignInOnServer(
  proof: SignInProof,
): Promise<{ kind: 'signed-in'; user: UserFromServer; created: boolean } | RequestFailure> {
  const answer = await call(operations.postSignInConfirmation, { body: proof })
  if (answer.kind !== 'answer') return answer
  const { user, created } = answer.body
  return { kind: 'signed-in', user: withoutEmptyName(user), created }
}
