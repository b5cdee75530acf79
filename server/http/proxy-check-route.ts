import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from '#server/context.ts'
import { hasBearerToken } from './bearer.ts'
import { problemResponse } from './problem-response.ts'

/** Derives the key with which `npm run doctor` asks; it knows the server's secret, and nobody else does. */
export const deriveProxyCheckKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/proxies').digest('base64url')

/** The address at which the server returns the proxies of the request. */
export const PROXY_CHECK_PATH = '/healthz/proxies'

/**
 * GET /healthz/proxies: the addresses in the X-Forwarded-For of this very request, so that the doctor sees what the proxies
 * before the server make of it (rule DR6). For others it does not exist.
 */
export const proxyCheckRoutes = ({ configuration }: Pick<Context, 'configuration'>): Hono =>
  new Hono().get(PROXY_CHECK_PATH, exchange => {
    if (!hasBearerToken(exchange, deriveProxyCheckKey(configuration.secret)))
      return problemResponse('not-found')
    const header = exchange.req.header('x-forwarded-for') ?? ''
    const forwardedFor = header.split(',').map(one => one.trim())
    return exchange.json({ forwardedFor: forwardedFor.filter(one => one !== '') })
  })
