import type { StripeRole } from '#core/plan.ts'
import { isObject, request, SIGN_OUT, textOrNull, type Failure } from './request.ts'

export type UserAnswer = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly image: string | null
}

/** Why a session is over that did not end here: signed out from another device, or the account is gone (D18). */
export type SessionEnd = 'session-revoked' | 'account-deleted'

export type SessionAnswer =
  | {
      readonly kind: 'session'
      readonly user: UserAnswer | null
      readonly stripeRole: StripeRole
      /** Null where it goes on, or has only run out. */
      readonly ended: SessionEnd | null
    }
  | Failure

/** Who the server takes this browser for, and the plan as it stands now. */
export async function getSession(): Promise<SessionAnswer> {
  const answer = await request('GET', '/api/v1/session')
  if (answer.kind !== 'answer') return answer
  const session = parseSession(answer.body)
  return session === null ? { kind: 'unexpected', status: 200 } : { kind: 'session', ...session }
}

/** Ends the session on the server. One that it no longer knows is ended already. */
export async function postSignOut(): Promise<{ kind: 'done' } | Failure> {
  const answer = await request('POST', SIGN_OUT, {})
  if (answer.kind === 'answer') return { kind: 'done' }
  return answer.kind === 'problem' && answer.status === 401 ? { kind: 'done' } : answer
}

/** The user in an answer, or null when it is none. */
export function parseUser(input: unknown): UserAnswer | null {
  if (!isObject(input)) return null
  const { id, name, email, image } = input
  if (typeof id !== 'string' || id === '' || typeof email !== 'string') return null
  return { id, email, name: textOrNull(name), image: textOrNull(image) }
}

function parseSession(input: unknown): Omit<Extract<SessionAnswer, { kind: 'session' }>, 'kind'> | null {
  if (!isObject(input) || !('user' in input)) return null
  const stripeRole = input['stripeRole'] === 'pro' ? 'pro' : null
  const ended = parseSessionEnd(input['ended'])
  if (input['user'] === null) return { user: null, stripeRole, ended }
  const user = parseUser(input['user'])
  return user === null ? null : { user, stripeRole, ended: null }
}

/** Why a session was ended, or null where it is no such word. */
export const parseSessionEnd = (input: unknown): SessionEnd | null =>
  input === 'session-revoked' || input === 'account-deleted' ? input : null
