import { Hono } from 'hono'
import { bringsToken } from '#server/bearer.ts'
import type { Context } from '#server/context.ts'
import { problem } from '#server/problem-response.ts'
import { figuresOf } from './figures.ts'
import { textOf } from './figures-text.ts'

/**
 * GET /metrics/usage: what `npm run stats` asks a running server for, because that holds the embedded database. As
 * with /metrics, only with `Authorization: Bearer METRICS_TOKEN`; without a token it does not exist.
 */
export function figuresRoutes({ configuration, database, now }: Context): Hono {
  const token = configuration.metricsToken
  if (token === null) return new Hono()
  return new Hono().get('/metrics/usage', async exchange => {
    if (!bringsToken(exchange, token)) return problem('not-found')
    return exchange.text(textOf(await figuresOf(database.db, now())))
  })
}
