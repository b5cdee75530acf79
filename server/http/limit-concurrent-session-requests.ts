import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ServerContext } from '#server/context.ts'
import { sessionCookieName } from '#server/identity/host-cookie.ts'
import { problemResponse } from './problem-response.ts'

/** Requests of one session that run at a time, and that wait. A page of ours has about four under way at its start. */
const MOST = { running: 4, waiting: 20 }
const RETRY_SECONDS = 1

/**
 * Middleware that limits the number of concurrent requests per session, so that one session cannot occupy the whole
 * server (rule HT84). Further requests wait in a queue. If the queue is full, they are refused with 429 after a pause,
 * which slows down clients that retry immediately. A request for an event stream counts only until the stream is open.
 * Requests without a session cookie are not limited.
 */
export function limitConcurrentSessionRequests(
  { configuration }: Pick<ServerContext, 'configuration'>,
  { most = MOST, pauseMilliseconds = RETRY_SECONDS * 1000 } = {},
): MiddlewareHandler {
  const cookieName = sessionCookieName(configuration.origin)
  const sessions = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (exchange, next) => {
    const token = getCookie(exchange, cookieName)
    if (token === undefined) return next()
    const session = sessions.get(token) ?? { running: 0, waiting: [] }
    sessions.set(token, session)
    if (session.running < most.running) session.running += 1
    else if (session.waiting.length < most.waiting) {
      const { promise, resolve } = Promise.withResolvers<void>()
      session.waiting.push(resolve)
      await promise
    } else {
      await pause(pauseMilliseconds)
      return problemResponse('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
    }
    try {
      return await next()
    } finally {
      const following = session.waiting.shift()
      if (following !== undefined) following()
      else if ((session.running -= 1) === 0) sessions.delete(token)
    }
  }
}
