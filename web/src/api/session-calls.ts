import type { StripeRole } from '#core/plan/plan.ts'
import type { SessionEndReason } from '#core/protocol/session-end.ts'
import { requestApi } from './request.ts'
import { isObject, parseNonEmptyString, type RequestFailure } from './send-request.ts'

/** The signed-in user, as the server returns it. */
export type UserResponse = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  /** URL of the user's picture. */
  readonly image: string | null
}

/**
 * The server's response with the signed-in user and their plan, or the reason why the request failed. The user is null
 * if nobody is signed in.
 */
export type SessionResponse =
  | {
      readonly kind: 'session'
      readonly user: UserResponse | null
      readonly stripeRole: StripeRole
      /** Why the session was ended; null if the session is valid or has only expired. */
      readonly ended: SessionEndReason | null
    }
  | RequestFailure

/** Fetches this browser's signed-in user and the user's plan (GET /api/v1/session). */
export async function getSession(): Promise<SessionResponse> {
  const answer = await requestApi('GET', '/api/v1/session')
  if (answer.kind !== 'answer') return answer
  const session = parseSession(answer.body)
  return session === null ? { kind: 'unexpected', status: 200 } : { kind: 'session', ...session }
}

/**
 * Parses the user in a response of the server: id, name, email address and picture. Returns null if the input is
 * invalid.
 */
export function parseUser(input: unknown): UserResponse | null {
  if (!isObject(input)) return null
  const { id, name, email, image } = input
  if (typeof id !== 'string' || id === '' || typeof email !== 'string') return null
  return { id, email, name: parseNonEmptyString(name), image: parseNonEmptyString(image) }
}

function parseSession(input: unknown): Omit<Extract<SessionResponse, { kind: 'session' }>, 'kind'> | null {
  if (!isObject(input) || !('user' in input)) return null
  const stripeRole = input['stripeRole'] === 'pro' ? 'pro' : null
  const ended = parseSessionEnd(input['ended'])
  if (input['user'] === null) return { user: null, stripeRole, ended }
  const user = parseUser(input['user'])
  return user === null ? null : { user, stripeRole, ended: null }
}

/** Parses the reason why a session was ended. Returns null if the input is none of the known reasons. */
export const parseSessionEnd = (input: unknown): SessionEndReason | null =>
  input === 'session-revoked' || input === 'account-deleted' ? input : null
