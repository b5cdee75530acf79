import type { Context as Exchange } from 'hono'
import { clientAddress } from './client-address.ts'
import type { Context } from './context.ts'
import { isMeantFor } from './meant-for.ts'
import { problem } from './problem-response.ts'
import { perHour, take } from './rate-limit.ts'

type Sender = { kind: 'sender'; userId: string | null } | { kind: 'refused'; response: Response }

/** Who sends what nobody has to be signed in for; what to answer where the client has sent too much in this hour. */
export async function senderOf(
  { configuration, database, identity, now }: Context,
  exchange: Exchange,
  { what, most }: { what: string; most: number },
): Promise<Sender> {
  const taken = await take(database.db, {
    what,
    who: clientAddress(exchange, configuration.trustedProxies),
    allowance: perHour(most),
    now: now(),
  })
  if (taken.kind === 'exhausted') return { kind: 'refused', response: problem('too-many-requests', taken) }
  const userId = (await identity.userOf(exchange.req.raw))?.user.id ?? null
  // The browser's cookie may be another user's by now, or nobody's: what was done must not become theirs (AN7).
  if (!isMeantFor(userId, exchange)) return { kind: 'refused', response: problem('signed-out') }
  return { kind: 'sender', userId }
}
