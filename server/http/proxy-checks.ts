import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { hasBearerToken, isForwardedRequest } from './request-guards.ts'
import { problemResponse } from './problem-response.ts'
import { clientAddress, UNKNOWN_CLIENT_ADDRESS } from './client-address.ts'

/**
 * Returns the key that requests to PROXY_CHECK_PATH must contain. The key is derived from the server's secret, so that
 * `npm run doctor`, which knows the same secret, can derive it, too.
 */
export const deriveProxyCheckKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/proxies').digest('base64url')

/**
 * URL path at which `npm run doctor` asks the server which proxies have forwarded the request. See proxyCheckRoutes.
 */
export const PROXY_CHECK_PATH = '/healthz/proxies'

/**
 * Route GET /healthz/proxies, which returns the addresses in the request's X-Forwarded-For header. `npm run doctor`
 * uses it to check the proxy settings (rule DR1). Returns 404 unless the request contains the key that
 * deriveProxyCheckKey returns.
 */
export const proxyCheckRoutes = ({ configuration }: Pick<ServerContext, 'configuration'>): Hono =>
  new Hono().get(PROXY_CHECK_PATH, exchange => {
    if (!hasBearerToken(exchange, deriveProxyCheckKey(configuration.secret)))
      return problemResponse('not-found')
    const header = exchange.req.header('x-forwarded-for') ?? ''
    const forwardedFor = header.split(',').map(one => one.trim())
    return exchange.json({ forwardedFor: forwardedFor.filter(one => one !== '') })
  })

/**
 * Creates a function that logs an error if the forwarding headers of a request do not match TRUST_PROXY, the number of
 * trusted proxies in front of the server (rule HT4). The operator must know, because with a wrong number all clients
 * share one rate limit. Logs once per process, and only in production.
 */
export function createProxyWarnings({
  configuration,
  log,
}: Pick<ServerContext, 'configuration' | 'log'>): (exchange: Exchange) => void {
  const { production, trustedProxies } = configuration
  let isDone = !production
  return exchange => {
    // The doctor invents an address to see what becomes of it.
    if (isDone || exchange.req.path === PROXY_CHECK_PATH) return
    const warning = trustedProxies === 0 ? unconfigured(exchange) : missing(exchange, trustedProxies)
    if (warning === null) return
    isDone = true
    log.error(warning)
  }
}

function unconfigured({ req }: Exchange): string | null {
  if (!isForwardedRequest(req.header())) return null
  return (
    'A request came with a forwarding header although TRUST_PROXY is 0. If a proxy of yours stands before this server,' +
    ' all of its clients share one allowance now and can lock each other out: set TRUST_PROXY=1 (docs/self-hosting.md).'
  )
}

function missing(exchange: Exchange, trustedProxies: number): string | null {
  // A monitor on this machine may request /healthz without the proxy.
  const isAsked = exchange.req.path.startsWith('/api/')
  if (!isAsked || clientAddress(exchange, trustedProxies) !== UNKNOWN_CLIENT_ADDRESS) return null
  return (
    `A request came without the X-Forwarded-For of ${trustedProxies} proxies, which TRUST_PROXY asks for. All such` +
    ' clients share one allowance and can lock each other out: see docs/self-hosting.md for what the proxy must send.'
  )
}
