import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { errorKindOf } from './active-span.ts'

/**
 * Wraps an exporter of spans (timed parts of traces) so that it logs one warning when spans can no longer be sent, and
 * one when sending works again. It does not log every failure, because an endpoint that is down for a day must not fill
 * the log (rule HT91).
 *
 * @param host host name and port of the endpoint, for the text of the warnings
 */
export function warnOfLostTraces(
  exporter: SpanExporter,
  host: string,
  log: Pick<Logger, 'warn'>,
): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        // The message is left out: it may repeat what the endpoint answered.
        if (hasFailed && !isFailing)
          log.warn({ reason: errorKindOf(result.error) }, `traces cannot be sent to ${host} and are lost`)
        if (!hasFailed && isFailing) log.warn(`traces are sent to ${host} again`)
        isFailing = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
