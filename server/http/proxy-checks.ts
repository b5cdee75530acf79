import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { hasBearerToken } from './request-guards.ts'
import { problemResponse } from './problem-response.ts'

/** Also derived by `npm run doctor`, which knows the same secret. */
export const deriveProxyCheckAccessKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/proxies').digest('base64url')

export const PROXY_CHECK_PATH = '/healthz/proxies'

/** Returns the addresses in X-Forwarded-For (rule DR1), and 404 without the key. */
export const proxyCheckRoutes = ({ configuration }: Pick<ServerContext, 'configuration'>): Hono =>
  new Hono().get(PROXY_CHECK_PATH, exchange => {
    if (!hasBearerToken(exchange, deriveProxyCheckAccessKey(configuration.secret)))
      return problemResponse('not-found')
    const header = exchange.req.header('x-forwarded-for') ?? ''
    const forwardedFor = header.split(',').map(one => one.trim())
    return exchange.json({ forwardedFor: forwardedFor.filter(one => one !== '') })
  })
