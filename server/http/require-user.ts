import type { Context as Exchange } from 'hono'
import { EXPECTED_USER_HEADER } from '#core/protocol/expected-user.ts'
import type { UserSession } from '#server/identity/user-session.ts'
import type { Identity } from '#server/identity/identity.ts'

/**
 * Returns true if `userId`, the signed-in user (null for a guest), is also the user of the page that sent the request.
 * A page names its user in a request header; without this header, returns true. The check is needed because the
 * session cookie can belong to a different user than the page (rules SN13, AN7, FB6).
 */
export const isExpectedUser = (userId: string | null, exchange: Exchange): boolean =>
  (exchange.req.header(EXPECTED_USER_HEADER) ?? userId) === userId

/**
 * Returns the session of the signed-in user, for routes that guests may not use. Returns null if nobody is signed in,
 * or if the session belongs to a different user than the page that sent the request.
 */
export async function requireUser(
  { findSession }: Pick<Identity, 'findSession'>,
  exchange: Exchange,
): Promise<UserSession | null> {
  const signedIn = await findSession(exchange.req.raw)
  return signedIn !== null && isExpectedUser(signedIn.user.id, exchange) ? signedIn : null
}
