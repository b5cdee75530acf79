import { afterEach, expect, test } from 'vitest'
import { startTracing } from '#server/observability/start-tracing.ts'
import type { Tracing } from '#server/observability/start-tracing.ts'
import { createLogger } from '#server/observability/log.ts'
import type { TraceSettings } from '#server/settings/trace-settings.ts'
import { freePort } from '#tests/server/free-port.ts'
import { FAILURE_BODY, startTraceReceiver } from './trace-receiver.ts'
import type { TraceReceiver } from './trace-receiver.ts'
import { startWholeServer } from './traced-server.ts'

/** As many spans as are sent at once, without a wait. */
const BATCH = 512
const MAX_WAITING = 2048

let receiver: TraceReceiver | null = null
afterEach(() => receiver?.stop())

test.each([
  ['refuses', () => 400],
  ['is overloaded', () => 503],
  ['never answers', () => null],
])(
  '[HT91] an endpoint that %s is told in the log once, and once more when it takes spans again',
  async (_, failure) => {
    let isFailing = true
    receiver = await startTraceReceiver(() => (isFailing ? failure() : 200))
    const { tracing, logged } = traced(receiver.endpoint)
    const lines = () => logged.map(line => JSON.parse(line).msg)
    const host = new URL(receiver.endpoint).host
    for (let round = 1; round <= 3; round += 1) {
      endSpans(tracing, BATCH)
      const { requests } = receiver
      await expect.poll(() => requests.length).toBeGreaterThanOrEqual(round)
      await expect.poll(lines).toEqual([`traces cannot be sent to ${host} and are lost`])
    }
    isFailing = false
    // As a running server does, the test goes on sending: a slow machine may exceed the short time of one more export.
    const sendAndRead = () => {
      endSpans(tracing, BATCH)
      return lines().slice(0, 2)
    }
    await expect
      .poll(sendAndRead, { interval: 250 })
      .toEqual([`traces cannot be sent to ${host} and are lost`, `traces are sent to ${host} again`])
    expect(logged.join()).not.toContain(FAILURE_BODY)
    await tracing.stop()
  },
)

test('[HT91] of more spans than an endpoint takes at most 2048 wait, and the end does not wait for them', async () => {
  receiver = await startTraceReceiver(() => null)
  const { tracing } = traced(receiver.endpoint, { exportMilliseconds: 60_000, shutdownMilliseconds: 200 })
  endSpans(tracing, 20_000)
  await tracing.stop()
  const { requests } = receiver
  const sent = requests.flatMap(({ body }) => [...body.matchAll(/"spanId"/g)])
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThanOrEqual(BATCH + MAX_WAITING)
})

test.each(['closed', 'silent'])(
  '[HT91] with an endpoint that is %s requests are answered and the server ends',
  async kind => {
    receiver = kind === 'silent' ? await startTraceReceiver(() => null) : null
    const endpoint = receiver?.endpoint ?? `http://127.0.0.1:${await freePort()}`
    const server = await startWholeServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    const browser = server.browser()
    // More requests than make a batch, so that exports fail meanwhile.
    for (let count = 0; count < BATCH + 50; count += 1)
      expect((await browser.get('/healthz')).status).toBe(200)
    const stopped = performance.now()
    await server.stop()
    // Three seconds for the traces; the rest is for a slow machine, and far below the ten of an export.
    expect(performance.now() - stopped).toBeLessThan(8000)
    server.deleteFolder()
  },
)

function traced(
  endpoint: string,
  times: Parameters<typeof startTracing>[2] = { exportMilliseconds: 200, shutdownMilliseconds: 200 },
) {
  const logged: string[] = []
  const settings: TraceSettings = {
    url: `${endpoint}/v1/traces`,
    headers: {},
    serviceName: 'dacapo',
    resourceAttributes: {},
    sampler: { ratio: 1, parentBased: true },
  }
  const log = createLogger('info', { write: line => void logged.push(line) })
  return { tracing: startTracing(settings, log, times), logged }
}

function endSpans(tracing: Tracing, count: number): void {
  for (let span = 0; span < count; span += 1)
    tracing.startTrace('GET /healthz', { kind: 'server', attributes: {} }).end({})
}
