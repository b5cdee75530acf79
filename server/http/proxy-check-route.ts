import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { hasBearerToken } from './bearer.ts'
import { problemResponse } from './problem-response.ts'

/** Derives the key for PROXY_CHECK_PATH from the server's secret, which `npm run doctor` knows, too. */
export const deriveProxyCheckKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/proxies').digest('base64url')

/** URL path at which the server reports through which proxies a request came. */
export const PROXY_CHECK_PATH = '/healthz/proxies'

/**
 * GET /healthz/proxies: returns the addresses in the request's X-Forwarded-For, so that `npm run doctor` sees what the
 * proxies add (rule DR6). Answers 404 without the key.
 */
export const proxyCheckRoutes = ({ configuration }: Pick<ServerContext, 'configuration'>): Hono =>
  new Hono().get(PROXY_CHECK_PATH, exchange => {
    if (!hasBearerToken(exchange, deriveProxyCheckKey(configuration.secret)))
      return problemResponse('not-found')
    const header = exchange.req.header('x-forwarded-for') ?? ''
    const forwardedFor = header.split(',').map(one => one.trim())
    return exchange.json({ forwardedFor: forwardedFor.filter(one => one !== '') })
  })
