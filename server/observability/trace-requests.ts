import type { MiddlewareHandler } from 'hono'
import { routePatternOf } from '#server/http/route-pattern.ts'
import { finishSpan } from './active-span.ts'
import type { Tracing } from './start-tracing.ts'

/**
 * Creates the middleware that records each request as a span (a timed part of a trace) with its method, route pattern,
 * status and the request id, which is also in the log (rule HT88). The span ends when the status and the headers of the
 * response are known, because the body of an event stream goes on after that.
 */
export function traceRequests(tracing: Pick<Tracing, 'startTrace'>): MiddlewareHandler {
  return async (exchange, next) => {
    const { method } = exchange.req
    const span = tracing.startTrace(method, {
      kind: 'server',
      attributes: { 'http.request.method': method },
      traceparent: exchange.req.header('traceparent'),
    })
    await finishSpan(span, next, () => {
      const { status, headers } = exchange.res
      const route = routePatternOf(exchange)
      const attributes = {
        'http.route': route,
        'http.response.status_code': status,
        'dacapo.request.id': headers.get('x-request-id') ?? '',
      }
      return { name: `${method} ${route}`, attributes, ...(status >= 500 && { error: String(status) }) }
    })
  }
}
