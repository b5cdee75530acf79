import type { StripeRole } from '#core/plan/plan.ts'
import type { SessionEnd } from '#core/protocol/session-end.ts'
import { request } from './request.ts'
import { isObject, nonEmptyString, type Failure } from './send-request.ts'

/** The user in an answer of the server. */
export type UserResponse = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly image: string | null
}

/** The session in an answer of the server. */
export type SessionResponse =
  | {
      readonly kind: 'session'
      readonly user: UserResponse | null
      readonly stripeRole: StripeRole
      /** Null if the session is valid or has only expired. */
      readonly ended: SessionEnd | null
    }
  | Failure

/** Fetches the user of this browser's session and the current plan. */
export async function getSession(): Promise<SessionResponse> {
  const answer = await request('GET', '/api/v1/session')
  if (answer.kind !== 'answer') return answer
  const session = parseSession(answer.body)
  return session === null ? { kind: 'unexpected', status: 200 } : { kind: 'session', ...session }
}

/** Parses a user, or returns null if it is invalid. */
export function parseUser(input: unknown): UserResponse | null {
  if (!isObject(input)) return null
  const { id, name, email, image } = input
  if (typeof id !== 'string' || id === '' || typeof email !== 'string') return null
  return { id, email, name: nonEmptyString(name), image: nonEmptyString(image) }
}

function parseSession(input: unknown): Omit<Extract<SessionResponse, { kind: 'session' }>, 'kind'> | null {
  if (!isObject(input) || !('user' in input)) return null
  const stripeRole = input['stripeRole'] === 'pro' ? 'pro' : null
  const ended = parseSessionEnd(input['ended'])
  if (input['user'] === null) return { user: null, stripeRole, ended }
  const user = parseUser(input['user'])
  return user === null ? null : { user, stripeRole, ended: null }
}

/** Parses the reason why a session was ended, or returns null if it is unknown. */
export const parseSessionEnd = (input: unknown): SessionEnd | null =>
  input === 'session-revoked' || input === 'account-deleted' ? input : null
