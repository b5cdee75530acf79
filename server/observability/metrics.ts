import type { Context as Exchange, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { hasBearerToken } from '#server/http/bearer.ts'
import { counterRegistry } from './counters.ts'
import { problemResponse } from '#server/http/problem-response.ts'

/**
 * Serves Prometheus metrics at /metrics, only with `Authorization: Bearer METRICS_TOKEN`. Without a configured token
 * the route does not exist.
 */
export function createMetrics(token: string | null): { measure: MiddlewareHandler; routes: Hono } {
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
  const all = Registry.merge([registry, counterRegistry])
  const routes = new Hono().get('/metrics', async exchange => {
    if (!hasBearerToken(exchange, token)) return problemResponse('not-found')
    return exchange.body(await all.metrics(), 200, { 'content-type': all.contentType })
  })
  return { measure, routes }
}

/** Returns the route pattern rather than the path, which may contain an id and would create a series per path. */
function routeOf(exchange: Exchange): string {
  const paths = matchedRoutes(exchange).map(({ path }) => path)
  return paths.findLast(path => !path.includes('*')) ?? 'files'
}
