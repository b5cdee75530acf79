import { Hono, type Context as Exchange, type MiddlewareHandler } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { matchedRoutes } from 'hono/route'
import type { Database, QueueLoad } from '#server/database/database.ts'
import { PRODUCT_VERSION } from '#server/settings/configuration.ts'
import { hasBearerToken } from '#server/http/request-guards.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { counterRegistry } from './counters.ts'

type GaugeSources = {
  liveStreams: () => number
  database: Pick<Database, 'isReady' | 'load'>
  requests: { load: () => QueueLoad }
}

export function createMetrics(
  token: string | null,
  sources: GaugeSources,
): { measure: MiddlewareHandler; routes: Hono } {
  if (token === null) return { measure: (_, next) => next(), routes: new Hono() }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, sources)
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
    stop({ method: exchange.req.method, route: routePatternOf(exchange), status: exchange.res.status })
  }
  const all = Registry.merge([registry, counterRegistry])
  const routes = new Hono().get('/metrics', async exchange => {
    if (!hasBearerToken(exchange, token)) return problemResponse('not-found')
    return exchange.body(await all.metrics(), 200, { 'content-type': all.contentType })
  })
  return { measure, routes }
}

function registerGauges(registry: Registry, { liveStreams, database, requests }: GaugeSources): void {
  const gauge = (what: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name: `dacapo_${what}`,
      help: what.replaceAll('_', ' '),
      labelNames,
      registers: [registry],
      collect() {
        return collect(this)
      },
    })
  gauge('build_info', ['version'], info => info.set({ version: PRODUCT_VERSION }, 1))
  gauge('live_streams', [], streams => streams.set(liveStreams()))
  gauge('database_ready', [], async ready => ready.set((await database.isReady()) ? 1 : 0))
  gauge('api_requests', ['state'], apiRequests => {
    const { running, waiting } = requests.load()
    apiRequests.set({ state: 'running' }, running)
    apiRequests.set({ state: 'waiting' }, waiting)
  })
  gauge('database_connections', ['state'], connections => {
    const { running, waiting } = database.load() ?? { running: 0, waiting: 0 }
    connections.set({ state: 'used' }, running)
    connections.set({ state: 'awaited' }, waiting)
  })
}

function routePatternOf(exchange: Exchange): string {
  const paths = matchedRoutes(exchange).map(({ path }) => path)
  return paths.findLast(path => !path.includes('*')) ?? 'files'
}
