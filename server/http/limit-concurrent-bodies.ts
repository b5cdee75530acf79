import type { MiddlewareHandler } from 'hono'
import { clientAddress } from './client-address.ts'
import type { ServerContext } from '#server/context.ts'
import { problemResponse } from './problem-response.ts'
import { announcesBody } from './request-body.ts'

/** The most requests with a body at the same time, each holding up to 1 MB (rule HT3). */
const MOST = { together: 400, perClient: 50 }
const RETRY_SECONDS = 1

/**
 * Middleware that limits the number of concurrent requests with a body, per client and in total, so that slow uploads
 * cannot fill the memory (rule HT63). Refuses further requests before reading their body, with 429 if the limit per
 * client is reached and with 503 if the total limit is reached.
 */
export function limitConcurrentBodies(
  { configuration }: Pick<ServerContext, 'configuration'>,
  most = MOST,
): MiddlewareHandler {
  const perClient = new Map<string, number>()
  let together = 0
  return async (exchange, next) => {
    if (!announcesBody(exchange.req.raw.headers)) return next()
    const client = clientAddress(exchange, configuration.trustedProxies)
    const others = perClient.get(client) ?? 0
    if (others >= most.perClient)
      return problemResponse('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
    if (together >= most.together) return problemResponse('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    perClient.set(client, others + 1)
    together += 1
    try {
      return await next()
    } finally {
      together -= 1
      const left = (perClient.get(client) ?? 1) - 1
      if (left === 0) perClient.delete(client)
      else perClient.set(client, left)
    }
  }
}
