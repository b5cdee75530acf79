import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { deriveAccessKey, hasBearerToken } from './request-guards.ts'
import { problemResponse } from './problem-response.ts'

export const PROXY_CHECK_PATH = '/healthz/proxies'

export const forwardedForEchoRoutes = ({ configuration }: Pick<ServerContext, 'configuration'>): Hono =>
  new Hono().get(PROXY_CHECK_PATH, exchange => {
    if (!hasBearerToken(exchange, deriveAccessKey(configuration.secret, PROXY_CHECK_PATH)))
      return problemResponse('not-found')
    const header = exchange.req.header('x-forwarded-for') ?? ''
    const forwardedFor = header.split(',').map(one => one.trim())
    return exchange.json({ forwardedFor: forwardedFor.filter(one => one !== '') })
  })
