import type { MiddlewareHandler } from 'hono'
import { problem } from '#server/problem-response.ts'
import type { Identity } from './identity.ts'

/**
 * Whoever is refused as signed out, and shows a session that was ended elsewhere, is told that it was, and whether the
 * account is gone (rules ID23, DA6). Here, so that no route can forget it.
 */
export function tellWhyEnded({ endOf }: Pick<Identity, 'endOf'>): MiddlewareHandler {
  return async (exchange, next) => {
    await next()
    if (exchange.res.status !== 401) return
    const end = await endOf(exchange.req.raw)
    if (end !== null) exchange.res = problem(end)
  }
}
