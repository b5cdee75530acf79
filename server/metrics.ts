import type { Context as Exchange, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { bringsToken } from './bearer.ts'
import { counters } from './counters.ts'
import { problem } from './problem-response.ts'

/**
 * Figures for Prometheus at /metrics, only with `Authorization: Bearer METRICS_TOKEN`. Without a token in the
 * configuration they do not exist.
 */
export function metrics(token: string | null): { measure: MiddlewareHandler; routes: Hono } {
  if (token === null) return { measure: (_, next) => next(), routes: new Hono() }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took to be answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const measure: MiddlewareHandler = async (exchange, next) => {
    const stop = duration.startTimer()
    await next()
    stop({ method: exchange.req.method, route: routeOf(exchange), status: exchange.res.status })
  }
  const all = Registry.merge([registry, counters])
  const routes = new Hono().get('/metrics', async exchange => {
    if (!bringsToken(exchange, token)) return problem('not-found')
    return exchange.body(await all.metrics(), 200, { 'content-type': all.contentType })
  })
  return { measure, routes }
}

/** The route's pattern, never the address: that may hold an id, and there would be a series per address. */
function routeOf(exchange: Exchange): string {
  const paths = matchedRoutes(exchange).map(({ path }) => path)
  return paths.findLast(path => !path.includes('*')) ?? 'files'
}
