import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'

export const UNKNOWN_CLIENT_ADDRESS = 'unknown'

/** The server sets this request header itself, and overwrites any value that a client sends. */
export const INTERNAL_CLIENT_ADDRESS_HEADER = 'x-dacapo-client'

// Passed to every request by @hono/node-server.
const connection = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) })

/**
 * Of X-Forwarded-For, only the entries of trusted proxies count, because a client can forge the others. An
 * IPv6 address is shortened to the /64, because one customer has all of it (rule HT4).
 */
export function findClientAddress(exchange: Exchange, trustedProxies: number): string {
  const socket = connection.safeParse(exchange.env).data?.incoming.socket
  return addressSeen(exchange.req.header('x-forwarded-for'), socket?.remoteAddress, trustedProxies)
}

export function clientAddressOfNodeRequest(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): string {
  // Node joins repeated headers of this name with commas.
  const forwarded = headers['x-forwarded-for']
  return addressSeen(forwarded?.toString(), socket.remoteAddress, trustedProxies)
}

function addressSeen(forwarded = '', remoteAddress = '', trustedProxies: number): string {
  return clientOf(trustedProxies > 0 ? (forwarded.split(',').at(-trustedProxies) ?? '') : remoteAddress)
}

export function ipv6Prefix48(client: string): string | null {
  return client.endsWith('::') ? `${client.split(':').slice(0, 3).join(':')}::/48` : null
}

export const networkOfClient = (client: string): string => ipv6Prefix48(client) ?? client

function clientOf(written: string): string {
  const address = withoutPort(written.trim()).replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return UNKNOWN_CLIENT_ADDRESS
  // The URL parser normalizes the address. The zone names a network interface, not a client.
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`)
  return networkOf(hostname.slice(1, -1))
}

/** Some proxies, such as Azure's and HAProxy, add a port, which differs for each connection. */
function withoutPort(written: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? []
  return bracketed ?? written.replace(/^([\d.]+):\d+$/, '$1')
}

function networkOf(address: string): string {
  const [left = '', right] = address.split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::`
}
