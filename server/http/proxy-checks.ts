import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { hasBearerToken } from './request-guards.ts'
import { problemResponse } from './problem-response.ts'

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
