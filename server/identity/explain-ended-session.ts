import type { MiddlewareHandler } from 'hono'
import { problemResponse } from '#server/http/problem-response.ts'
import type { Identity } from './identity.ts'

/**
 * Middleware that replaces the error code `signed-out` by the reason if the session was ended from another device or
 * because the account was deleted (rules ID23, DA6).
 */
export function explainEndedSession({ findSessionEnd }: Pick<Identity, 'findSessionEnd'>): MiddlewareHandler {
  return async (exchange, next) => {
    await next()
    if (exchange.res.status !== 401) return
    const end = await findSessionEnd(exchange.req.raw)
    if (end !== null) exchange.res = problemResponse(end)
  }
}
