import type { Context as Exchange } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { EXPECTED_USER_HEADER } from '#core/protocol/operation.ts'
import type { UserSession } from '#server/identity/user-session.ts'
import type { Identity } from '#server/identity/identity.ts'
import { refuseIfClientRateLimited, type NamedRateLimit } from './rate-limit.ts'
import { problemResponse } from './problem-response.ts'

/** Also refuses if EXPECTED_USER_HEADER names another user. The result's `userId` is null for a guest. */
export async function rateLimitAndFindUserId(
  context: ServerContext,
  exchange: Exchange,
  ...limits: readonly NamedRateLimit[]
): Promise<{ userId: string | null } | Response> {
  for (const limit of limits) {
    const refused = await refuseIfClientRateLimited(context, exchange, limit)
    if (refused !== null) return refused
  }
  const userId = (await context.identity.findSession(exchange.req.raw))?.user.id ?? null
  // The cookie may belong to another user or to nobody by now, and must not be used for this data (AN5).
  return isExpectedUser(userId, exchange) ? { userId } : problemResponse('signed-out')
}

/** A page sends its user in a header, because the cookie may belong to another user by now (rule SI7). */
const isExpectedUser = (userId: string | null, exchange: Exchange): boolean =>
  (exchange.req.header(EXPECTED_USER_HEADER) ?? userId) === userId

/** Returns null if nobody is signed in, or if EXPECTED_USER_HEADER names another user. */
export async function findExpectedUserSession(
  { findSession }: Pick<Identity, 'findSession'>,
  exchange: Exchange,
): Promise<UserSession | null> {
  const signedIn = await findSession(exchange.req.raw)
  return signedIn !== null && isExpectedUser(signedIn.user.id, exchange) ? signedIn : null
}
