import { ROOT_CONTEXT, SpanKind as ApiSpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Context, Span, Tracer } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { PRODUCT_VERSION } from '#server/operations/product-version.ts'
import type { TraceSettings } from '#server/settings/trace-settings.ts'
import type { ActiveSpan, SpanAttributes, SpanKind } from './active-span.ts'
import { warnOfLostTraces } from './warn-of-lost-traces.ts'

/** How long an export may take before its spans are given up. */
const EXPORT_MILLISECONDS = 10_000
/** Maximum time in milliseconds for which sending the last spans may delay the shutdown. */
export const SHUTDOWN_MILLISECONDS = 3000

/**
 * The tracing functions of a running server: `startTrace` starts a trace, and `stop` sends the remaining spans (timed
 * parts of traces) when the server stops.
 */
export type Tracing = {
  /**
   * Starts a trace, or continues the caller's trace if `traceparent`, the value of the request header of this name, is
   * given and valid. Returns this server's first span in the trace.
   */
  startTrace: (
    name: string,
    start: { kind: SpanKind; attributes: SpanAttributes; traceparent?: string | undefined },
  ) => ActiveSpan
  /** Sends the remaining spans and ends tracing. Gives up after three seconds. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Creates the functions that start traces and send their spans (timed parts) to the endpoint in `settings`. Import this
 * file only if an endpoint is set, because it loads the SDK of OpenTelemetry (rule HT90). At most 2048 spans wait to be
 * sent; further ones are lost (rule HT91). Registers no global tracer, because libraries could use it to add spans that
 * contain personal data.
 */
export function startTracing(
  settings: TraceSettings,
  log: Pick<Logger, 'warn'>,
  { exportMilliseconds = EXPORT_MILLISECONDS, shutdownMilliseconds = SHUTDOWN_MILLISECONDS } = {},
): Tracing {
  const { url, headers, serviceName, resourceAttributes, sampler } = settings
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMilliseconds })
  const root = new TraceIdRatioBasedSampler(sampler.ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': PRODUCT_VERSION,
      ...resourceAttributes,
      'service.name': serviceName,
    }),
    sampler: sampler.parentBased ? new ParentBasedSampler({ root }) : root,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: warnOfLostTraces(exporter, new URL(url).host, log) }),
    ],
  })
  const tracer = provider.getTracer('dacapo', PRODUCT_VERSION)
  return {
    startTrace(name, { kind, attributes, traceparent }) {
      // The clock of one trace does not jump, so its spans fit into each other.
      const epoch = Date.now() - performance.now()
      const clock = () => epoch + performance.now()
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes, startTime: clock() },
        remoteContext(traceparent),
      )
      return activeSpan(span, tracer, clock)
    },
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, shutdownMilliseconds)
      // That spans were lost is in the log already.
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

const KINDS: Readonly<Record<SpanKind, ApiSpanKind>> = {
  server: ApiSpanKind.SERVER,
  client: ApiSpanKind.CLIENT,
  internal: ApiSpanKind.INTERNAL,
}

/** Returns the context of the caller's span. Its `tracestate` is left out: a client may write anything into it. */
function remoteContext(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** Wraps a span of the SDK. `clock` returns milliseconds since 1970, with fractions. */
function activeSpan(span: Span, tracer: Tracer, clock: () => number): ActiveSpan {
  return {
    startChild(name, { kind, attributes, millisecondsAgo = 0 }) {
      const options = { kind: KINDS[kind], attributes, startTime: clock() - millisecondsAgo }
      return activeSpan(tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, span)), tracer, clock)
    },
    end({ name, attributes, error }) {
      if (name !== undefined) span.updateName(name)
      if (attributes !== undefined) span.setAttributes({ ...attributes })
      if (error !== undefined)
        span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      span.end(clock())
    },
  }
}
