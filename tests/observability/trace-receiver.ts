import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
])
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform(all => Object.fromEntries(all.map(({ key, value }) => [key, value])))
const Hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))
const Nanoseconds = z.string().regex(/^\d{19}$/)
const Span = z.object({
  traceId: Hex(32),
  spanId: Hex(16),
  parentSpanId: Hex(16).optional(),
  name: z.string(),
  /** 1 internal, 2 server, 3 client. */
  kind: z.number(),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  events: z.array(z.unknown()).default([]),
  /** 0 unset, 2 failed. */
  status: z.object({ code: z.number().default(0), message: z.string().optional() }),
})
/** An ExportTraceServiceRequest of OTLP 1 in its JSON form. */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
})

/** What the receiver says with a failure. */
export const FAILURE_BODY = 'what only the endpoint knows'

/** A span as a receiver gets it. */
export type ReceivedSpan = z.infer<typeof Span>
/** A receiver of traces on a port of its own. */
export type TraceReceiver = Awaited<ReturnType<typeof startTraceReceiver>>

/**
 * Starts a receiver of OTLP over HTTP, as a collector has one at port 4318. `answer` returns the status of the answer,
 * or null to give none.
 */
export async function startTraceReceiver(answer: () => number | null = () => 200) {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const resources: Record<string, string | number>[] = []
  const receive = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const bytes = Buffer.concat(await incoming.toArray())
    const body = (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    requests.push({ path: incoming.url ?? '', headers: incoming.headers, body })
    const status = answer()
    if (status === null) return
    if (status === 200)
      for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
        resources.push(resource.attributes)
        spans.push(...scopeSpans.flatMap(scope => scope.spans))
      }
    outgoing
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 200 ? '{}' : FAILURE_BODY)
  }
  const server = createServer((incoming, outgoing) => void receive(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    spans,
    requests,
    resources,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
