import { createHmac } from 'node:crypto'
import type { Context as Exchange, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { constantTimeEquals } from './bearer.ts'
import { isForwardedRequest, isLoopbackHost } from './request-guards.ts'

const PARAMETER = 'key'
const COOKIE = 'dacapo.dev'
const COOKIE_SECONDS = 400 * 86_400

/**
 * Returns the access key of the URLs below /dev, which exist only on a development machine. The key is derived from
 * the server's secret, so that it stays the same after a restart.
 */
export const deriveDevKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /dev').digest('base64url').slice(0, 24)

/** Adds the access key to a URL below /dev, as a query parameter. Without it, the server rejects the request. */
export const addDevKey = (address: string, key: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${PARAMETER}=${encodeURIComponent(key)}`

/**
 * Returns true if the sender of a request may read the mailbox of the development server (rule MA8). The request must
 * come from this machine, and the browser must have opened a URL with the access key before.
 */
export const canOpenMailbox = (exchange: Exchange, key: string): boolean =>
  isOnThisMachine(exchange) && constantTimeEquals(getCookie(exchange, COOKIE) ?? '', key)

/**
 * Middleware that requires a secret access key, printed when the server starts, for everything below /dev (rules MA7,
 * MA8). The key is in the URL or, after the first request, in a cookie. Returns 404 to requests from other machines,
 * and 403 if the key is missing or wrong. A local address alone is not sufficient, because web pages can point their
 * own host name at 127.0.0.1, and tunnels can forward requests of strangers.
 */
export function requireDevKey(key: string): MiddlewareHandler {
  return async (exchange, next) => {
    if (!isOnThisMachine(exchange)) return exchange.notFound()
    const given = exchange.req.query(PARAMETER)
    if (!constantTimeEquals(given ?? getCookie(exchange, COOKIE) ?? '', key)) {
      return exchange.text('Open the address that the server has printed at its start: it holds a key.', 403)
    }
    await next()
    if (given !== undefined) setCookie(exchange, COOKIE, key, COOKIE_OPTIONS)
    return undefined
  }
}

const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: COOKIE_SECONDS } as const

function isOnThisMachine({ req }: Exchange): boolean {
  const { host, ...headers } = req.header()
  return isLoopbackHost(host) && !isForwardedRequest(headers)
}
