import { isIPv6 } from 'node:net'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'

/** Stands for every client whose address cannot be told: they share one allowance. */
export const UNKNOWN_CLIENT = 'unknown'

// What @hono/node-server hands to every request.
const connection = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) })

/**
 * The address to count a client's requests by (rule HT4): that of the socket, or, behind `trustedProxies`
 * proxies of ours, the one that the outermost of them saw. What stands further left in X-Forwarded-For was
 * written by the client itself and is not believed.
 */
export function clientAddress(exchange: Exchange, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (exchange.req.header('x-forwarded-for') ?? '').split(',').map(hop => hop.trim())
    const seen = hops.at(-trustedProxies)
    return seen ? networkOf(seen) : UNKNOWN_CLIENT
  }
  const socket = connection.safeParse(exchange.env)
  return socket.success ? networkOf(socket.data.incoming.socket.remoteAddress) : UNKNOWN_CLIENT
}

/** An IPv6 customer owns at least a /64 and can take a new address for every request: the network counts. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [left = '', right] = plain.split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::`
}
