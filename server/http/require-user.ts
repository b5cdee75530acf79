import type { Context as Exchange } from 'hono'
import { EXPECTED_USER_HEADER } from '#core/protocol/expected-user.ts'
import type { UserSession } from '#server/identity/user-session.ts'
import type { Identity } from '#server/identity/identity.ts'

/**
 * Returns true if `userId` (null for a guest) is the user that the page expects according to a request header, or if
 * the request has no such header. The session cookie can belong to a different user than the page (rules SN13, AN7,
 * FB6).
 */
export const isExpectedUser = (userId: string | null, exchange: Exchange): boolean =>
  (exchange.req.header(EXPECTED_USER_HEADER) ?? userId) === userId

/**
 * Returns the session of the signed-in user. Returns null if nobody is signed in, or if the page expects a different
 * user.
 */
export async function requireUser(
  { findSession }: Pick<Identity, 'findSession'>,
  exchange: Exchange,
): Promise<UserSession | null> {
  const signedIn = await findSession(exchange.req.raw)
  return signedIn !== null && isExpectedUser(signedIn.user.id, exchange) ? signedIn : null
}
