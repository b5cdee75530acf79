import { Hono } from 'hono'
import { hasBearerToken } from '#server/http/bearer.ts'
import type { Context } from '#server/context.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { loadUsageStats } from './usage-stats.ts'
import { formatUsageStats } from './usage-stats-text.ts'

/**
 * GET /metrics/usage: `npm run stats` requests it because a running server holds the embedded database. Like /metrics,
 * it requires `Authorization: Bearer METRICS_TOKEN` and does not exist without a token.
 */
export function usageStatsRoutes({ configuration, database, now }: Context): Hono {
  const token = configuration.metricsToken
  if (token === null) return new Hono()
  return new Hono().get('/metrics/usage', async exchange => {
    if (!hasBearerToken(exchange, token)) return problemResponse('not-found')
    return exchange.text(formatUsageStats(await loadUsageStats(database.db, now())))
  })
}
