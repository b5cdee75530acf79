import type { Context as Exchange } from 'hono'
import { consumeClientRateLimit } from './client-rate-limit.ts'
import type { ClientRateLimit } from './client-rate-limit.ts'
import type { ServerContext } from '#server/context.ts'
import { isExpectedUser } from './require-user.ts'
import { problemResponse } from './problem-response.ts'

type Sender = { kind: 'sender'; userId: string | null } | { kind: 'refused'; response: Response }

/**
 * Identifies the sender of a request that guests may send, too. Returns the id of the signed-in user, or null for a
 * guest. First counts the request against the given rate limits of the client. Returns an error response if a limit is
 * exceeded, or if the page that sent the request belongs to a different user than its session cookie.
 */
export async function identifyCaller(
  context: ServerContext,
  exchange: Exchange,
  ...limits: readonly ClientRateLimit[]
): Promise<Sender> {
  for (const limit of limits) {
    const taken = await consumeClientRateLimit(context, exchange, limit)
    if (taken.kind === 'exhausted')
      return { kind: 'refused', response: problemResponse('too-many-requests', taken) }
  }
  const userId = (await context.identity.findSession(exchange.req.raw))?.user.id ?? null
  // The cookie may belong to another user or to nobody by now, and must not be used for this data (AN7).
  if (!isExpectedUser(userId, exchange)) return { kind: 'refused', response: problemResponse('signed-out') }
  return { kind: 'sender', userId }
}
