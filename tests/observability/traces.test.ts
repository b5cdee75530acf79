import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDevKey } from '#server/http/dev-key.ts'
import { CHECKOUT_URL } from '#tests/billing/billing-shop.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { startTraceReceiver } from './trace-receiver.ts'
import type { ReceivedSpan, TraceReceiver } from './trace-receiver.ts'
import { startWholeServer } from './traced-server.ts'

// One life on a server with traces: what arrives at a real receiver of OTLP over HTTP, and what never does.

const EMAIL = 'kai.secret@example.org'
const DEV_KEY = 'a key of a developer'
const METRICS_TOKEN = 'a token that shows the figures'
const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736'
const UNSAMPLED = '5bf92f3577b34da6a3ce929d0e0e4737'

let receiver: TraceReceiver
let deleteFolder: () => void
/** What must be in no trace. */
const secrets: string[] = [EMAIL, 'kai.secret', 'kai%40', 'query-of-a-link', 'written-by-a-client']
let requestId: string | null

beforeAll(async () => {
  receiver = await startTraceReceiver()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await startWholeServer({
    DEV_KEY,
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=for%20the%20collector,x-tenant=music',
    OTEL_SERVICE_NAME: 'dacapo-of-a-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  ;({ deleteFolder } = server)
  const browser = server.browser()
  await browser.post('/api/v1/sign-in-links', { email: EMAIL, language: 'en' })
  const mails = await (await browser.get(addDevKey('/dev/mailbox.json', DEV_KEY))).json()
  const text: string = mails[0].text
  const token = /confirm\?token=(\w+)/.exec(text)?.[1] ?? ''
  secrets.push(token, /\b\d{6}\b/.exec(text)?.[0] ?? '')
  await answered(200, browser.post('/api/v1/sign-in-links/confirm', { email: EMAIL, token }))
  secrets.push(...browser.cookies.values())
  const change = { ...createPiece(), id: randomUUID() }
  const round = { clientId: 'x', schema: 1, epoch: null, clientNow: Date.now(), since: 0, changes: [change] }
  await answered(200, browser.post('/api/v1/sync', round))
  secrets.push(JSON.stringify(change.args), change.id)
  await answered(201, browser.post(CHECKOUT_URL, { interval: 'month', language: 'en' }))

  const headers = { traceparent: `00-${CALLER}-00f067aa0ba902b7-01`, tracestate: 'x=written-by-a-client' }
  const session = await browser.send('/api/v1/session', { headers })
  requestId = session.headers.get('x-request-id')
  const { user } = await session.json()
  secrets.push(user.id)
  await browser.send('/api/v1/session', { headers: { traceparent: `00-${UNSAMPLED}-00f067aa0ba902b7-00` } })
  await browser.get('/practice?token=query-of-a-link')
  await browser.get(`/unsubscribe/${EMAIL}`)
  const jobRuns = async () => {
    const metrics = await browser.send('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return /^dacapo_job_runs_total{name="housekeeping",outcome="done"} (\d+)$/m.exec(
      await metrics.text(),
    )?.[1]
  }
  const runsBefore = Number(await jobRuns())
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  const hasRun = async () => expect(await jobRuns()).toBe(String(runsBefore + 1))
  await vi.waitFor(hasRun, { timeout: 60_000, interval: 20 })
  await server.stop()
})
afterAll(async () => {
  await receiver.stop()
  deleteFolder()
})

test('[HT88] spans are sent to /v1/traces of the endpoint, with the headers and names that are set', () => {
  expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  expect(receiver.requests[0]?.headers).toMatchObject({ 'x-token': 'for the collector', 'x-tenant': 'music' })
  expect(receiver.resources[0]).toMatchObject({
    'service.name': 'dacapo-of-a-test',
    'deployment.environment.name': 'test',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})

test('[HT88] a request is a server span with its method, route pattern, status and the request id of the log', () => {
  const session = spanNamed('GET /api/v1/session')
  expect(session).toMatchObject({ kind: 2, status: { code: 0 } })
  expect(session.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/session',
    'http.response.status_code': 200,
    'dacapo.request.id': requestId,
  })
  expect(spansNamed('GET files').map(({ attributes }) => attributes['http.response.status_code'])).toEqual(
    expect.arrayContaining([200, 404]),
  )
})

test('[HT88] a request continues the trace of its caller, and leaves no span where the caller is not traced', () => {
  const { traceId, parentSpanId } = spanNamed('GET /api/v1/session')
  expect([traceId, parentSpanId]).toEqual([CALLER, '00f067aa0ba902b7'])
  expect(receiver.spans.filter(span => span.traceId === UNSAMPLED)).toEqual([])
})

test('[HT88] the statements of a request are its children: SQL with placeholders, within its time', () => {
  const sync = spanNamed('POST /api/v1/sync')
  const statements = childrenOf(sync).filter(({ attributes }) => 'db.system.name' in attributes)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['SELECT session', 'INSERT user_revision', 'INSERT piece']),
  )
  for (const { kind, startTimeUnixNano: start, endTimeUnixNano: end, attributes } of statements) {
    expect(kind).toBe(3)
    expect(start >= sync.startTimeUnixNano && end <= sync.endTimeUnixNano && start <= end).toBe(true)
    expect(String(attributes['db.query.text']).length).toBeLessThanOrEqual(1000)
  }
  const insertion = statements.find(({ name }) => name === 'INSERT piece')
  expect(insertion?.attributes).toMatchObject({
    'db.operation.name': 'INSERT',
    'db.collection.name': 'piece',
    'db.query.text': expect.stringMatching(/^with pieces as \(\s+insert into piece .*\$1/s),
  })
})

test('[HT88] mails, calls to Stripe and runs of jobs are spans with their outcome', () => {
  const [mail] = spansNamed('send mail')
  expect(mail?.attributes).toEqual({ 'dacapo.mail.outcome': 'sent' })
  expect(mail?.parentSpanId).toBe(spanNamed('POST /api/v1/sign-in-links').spanId)

  const checkout = childrenOf(spanNamed(`POST ${CHECKOUT_URL}`))
  const calls = checkout.filter(({ attributes }) => 'url.template' in attributes)
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /v1/prices/{id}', 'POST /v1/customers', 'POST /v1/checkout/sessions']),
  )
  expect(calls.map(({ attributes }) => attributes['http.response.status_code'])).toEqual(calls.map(() => 200))

  const job = spanNamed('job housekeeping')
  expect(job).toMatchObject({ kind: 1, attributes: { 'dacapo.job.name': 'housekeeping' } })
  expect(job.parentSpanId).toBeUndefined()
  expect(childrenOf(job).map(({ name }) => name)).toContain('DELETE session')
})

test('[HT89] no address, path, query, token, code, cookie, value or id of a user is in any trace', () => {
  expect(secrets.filter(secret => secret.length < 5)).toEqual([])
  const sent = receiver.requests.map(({ body }) => body).join('\n')
  expect(receiver.spans.length).toBeGreaterThan(50)
  expect(secrets.filter(secret => sent.includes(secret))).toEqual([])
  expect(sent).not.toMatch(/[\w.]+@[\w.]+\.\w+|cus_|cs_test|price_/)
  const names = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  // Another name must be judged before it is added here.
  expect([...names].toSorted()).toEqual([
    'dacapo.job.name',
    'dacapo.mail.outcome',
    'dacapo.request.id',
    'db.collection.name',
    'db.operation.name',
    'db.query.text',
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'server.address',
    'url.template',
  ])
  // Events would be the messages of errors.
  expect(receiver.spans.filter(({ events, status }) => events.length > 0 || status.message)).toEqual([])
})

test('[HT90] no library adds spans of its own, whose content nobody has judged', () => {
  const sent = receiver.requests.map(({ body }) => body).join('\n')
  const scopes = new Set([...sent.matchAll(/"scope":\{"name":"([^"]+)"/g)].map(([, name]) => name))
  expect(scopes).toEqual(new Set(['dacapo']))
})

async function answered(status: number, sent: Promise<Response>) {
  const answer = await sent
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
}

const spansNamed = (name: string) => receiver.spans.filter(span => span.name === name)

function spanNamed(name: string): ReceivedSpan {
  const [span, ...others] = spansNamed(name)
  expect(others).toEqual([])
  if (span === undefined) throw new Error(`no ${name} in ${receiver.spans.map(one => one.name).join(', ')}`)
  return span
}

const childrenOf = ({ spanId, traceId }: ReceivedSpan) =>
  receiver.spans.filter(span => span.parentSpanId === spanId && span.traceId === traceId)
