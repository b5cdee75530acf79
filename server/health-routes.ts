import { Hono } from 'hono'
import type { Context } from './context.ts'
import { problem } from './problem-response.ts'

/** /healthz: the process answers. /readyz: it can do its work, and is not about to end. */
export function healthRoutes({ database }: Context, isDraining: () => boolean): Hono {
  return new Hono()
    .get('/healthz', exchange => exchange.json({ status: 'ok' }))
    .get('/readyz', async exchange => {
      if (isDraining() || !(await database.isReady())) return problem('unavailable')
      return exchange.json({ status: 'ready' })
    })
}
