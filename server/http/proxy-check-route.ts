import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { hasBearerToken } from './bearer.ts'
import { problemResponse } from './problem-response.ts'

/**
 * Derives the key that protects PROXY_CHECK_PATH from the server's secret. `npm run doctor` knows the same secret and
 * derives the same key.
 */
export const deriveProxyCheckKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/proxies').digest('base64url')

/**
 * URL path at which the server returns the addresses in a request's X-Forwarded-For header, to which each proxy adds
 * one.
 */
export const PROXY_CHECK_PATH = '/healthz/proxies'

/**
 * Route GET /healthz/proxies, which returns the addresses in the request's X-Forwarded-For header. `npm run doctor`
 * uses it to check the proxy settings (rule DR6). Returns 404 unless the request contains the key that
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
