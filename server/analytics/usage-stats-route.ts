import { Hono } from 'hono'
import { hasBearerToken } from '#server/http/bearer.ts'
import type { ServerContext } from '#server/context.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { loadUsageStats } from './usage-stats.ts'
import { formatUsageStats } from './usage-stats-text.ts'

/**
 * Route GET /metrics/usage, which returns the usage statistics for `npm run stats`. The command cannot read the
 * embedded database itself while the server runs. Requires `Authorization: Bearer METRICS_TOKEN`; without a configured
 * token the route does not exist.
 */
export function usageStatsRoutes({ configuration, database, now }: ServerContext): Hono {
  const token = configuration.metricsToken
  if (token === null) return new Hono()
  return new Hono().get('/metrics/usage', async exchange => {
    if (!hasBearerToken(exchange, token)) return problemResponse('not-found')
    return exchange.text(formatUsageStats(await loadUsageStats(database.db, now())))
  })
}
