import type { Context as Exchange } from 'hono'
import { clientAddress, ipv6Prefix48 } from './client-address.ts'
import type { ServerContext } from '#server/context.ts'
import { limitPerHour, consumeRateLimit } from './rate-limit.ts'
import type { RateLimit, RateLimitResult } from './rate-limit.ts'

/** A /48 holds 65,536 IPv6 clients. Together they get the rate limit of this many clients. */
const CLIENTS_PER_NETWORK = 10

type Needed = Pick<ServerContext, 'configuration' | 'database' | 'now'>

/**
 * A rate limit per client for the action `what`: `most` uses per hour, or a custom `allowance`. `count` is the number
 * of uses to consume, 1 by default.
 */
export type ClientRateLimit = { what: string; count?: number } & ({ most: number } | { allowance: RateLimit })

/**
 * Consumes uses of a client's rate limit. For an IPv6 client also consumes uses of the limit that all clients of its
 * /48 network share (rules HT4, HT5). Returns 'exhausted' if either limit is exceeded.
 */
export async function consumeClientRateLimit(
  { configuration, database, now }: Needed,
  exchange: Exchange,
  { what, count, ...limit }: ClientRateLimit,
): Promise<RateLimitResult> {
  for (const { who, clients } of countedAs(exchange, configuration.trustedProxies)) {
    const { most, windowMilliseconds } = 'most' in limit ? limitPerHour(limit.most) : limit.allowance
    const allowance = { most: most * clients, windowMilliseconds }
    const taken = await consumeRateLimit(database.db, {
      what,
      who,
      allowance,
      now: now(),
      ...(count !== undefined && { count }),
    })
    if (taken.kind === 'exhausted') return taken
  }
  return { kind: 'taken' }
}

function countedAs(exchange: Exchange, trustedProxies: number) {
  const client = clientAddress(exchange, trustedProxies)
  const network = ipv6Prefix48(client)
  const alone = { who: client, clients: 1 }
  return network === null ? [alone] : [alone, { who: network, clients: CLIENTS_PER_NETWORK }]
}
