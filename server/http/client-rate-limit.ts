import type { Context as Exchange } from 'hono'
import { clientAddress, ipv6Prefix48 } from './client-address.ts'
import type { ServerContext } from '#server/context.ts'
import { limitPerHour, consumeRateLimit } from './rate-limit.ts'
import type { RateLimit, RateLimitResult } from './rate-limit.ts'

/** A /48 holds 65,536 IPv6 clients. Together they get the rate limit of this many clients. */
const CLIENTS_PER_NETWORK = 10

type Needed = Pick<ServerContext, 'configuration' | 'database' | 'now'>

/**
 * A rate limit of one client for the action `what`: either `most` uses per hour, or the number of uses and the time
 * window in `allowance`. One request counts as `count` uses, 1 by default.
 */
export type ClientRateLimit = { what: string; count?: number } & ({ most: number } | { allowance: RateLimit })

/**
 * Counts a request against the rate limit of the client that sent it. If the client has an IPv6 address, also counts
 * the request against a limit that all clients of the same /48 network share (rules HT4, HT5). Returns 'exhausted' if
 * either limit is exceeded.
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
