import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { problemResponse } from './problem-response.ts'

/**
 * Routes for health checks. GET /healthz returns 200 while the process runs. GET /readyz returns 200 if the database is
 * ready and the server is not shutting down, otherwise 503.
 */
export function healthRoutes({ database }: ServerContext, isDraining: () => boolean): Hono {
  return new Hono()
    .get('/healthz', exchange => exchange.json({ status: 'ok' }))
    .get('/readyz', async exchange => {
      if (isDraining() || !(await database.isReady())) return problemResponse('unavailable')
      return exchange.json({ status: 'ready' })
    })
}
