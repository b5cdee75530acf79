import { Hono } from 'hono'
import { loadUsageStats } from '#server/analytics/usage-stats.ts'
import { formatUsageStats } from '#server/analytics/usage-stats-text.ts'
import type { ServerContext } from '#server/context.ts'

/**
 * Creates the routes that show the analytics of a development machine: the statistics of `npm run stats` as text, and
 * all recorded events as JSON.
 */
export function createRecordedEventsRoutes({ database, now }: ServerContext): Hono {
  return new Hono()
    .get('/stats', async exchange =>
      exchange.text(formatUsageStats(await loadUsageStats(database.db, now()))),
    )
    .get('/events.json', async exchange => {
      const rows = await database.db.selectFrom('event').selectAll().orderBy('at').execute()
      return exchange.json(
        rows.map(({ id, user_id, name, parameters, at }) => ({
          ...parameters,
          id,
          userId: user_id,
          name,
          at,
        })),
      )
    })
}
