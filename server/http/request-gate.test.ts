import { Agent, request, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen, type ListeningServer } from './listen.ts'
import type { Database } from '#server/database/database.ts'
import { createRequestGate, type RequestGate } from './request-gate.ts'

const settings = {
  origin: 'http://localhost',
  feedbackWidget: null,
  hstsSubdomains: false,
  trustedProxies: 1,
}
const IDLE = { running: 0, waiting: 0 }
const NO_TIMEOUTS = { countedMilliseconds: 3.6e6, longestWaitMilliseconds: 3.6e6, refusalMilliseconds: 20 }

let server: Extract<ListeningServer, { kind: 'listening' }>
let gate: RequestGate
let running: { path: string; answer: () => void }[]
let agent: Agent

beforeEach(async () => {
  agent = new Agent({ keepAlive: true })
  running = []
  const opened = await listen('127.0.0.1', 0, 100, NO_TIMEOUTS.longestWaitMilliseconds)
  if (opened.kind === 'failed') throw new Error(opened.message)
  server = opened
  openGate(NO_TIMEOUTS)
})
afterEach(async () => {
  agent.destroy()
  await server.close()
})

function openGate(times: typeof NO_TIMEOUTS, database: Database['kind'] = 'postgres'): void {
  // In these tests the cookie is the user.
  gate = createRequestGate(settings, cookie => cookie ?? null, database, times)
  server.setHandler(async asked => {
    const { pathname } = new URL(asked.url)
    if (pathname === '/quick') return new Response(await asked.text())
    const { promise, resolve } = Promise.withResolvers<void>()
    running.push({ path: pathname, answer: resolve })
    await promise
    return new Response('answered')
  }, gate)
}

type TestRequest = { client: string; user?: string; path?: string }

function startRequest({ client, user, path = '/quick' }: TestRequest, headers: OutgoingHttpHeaders = {}) {
  const cookie = user === undefined ? {} : { cookie: user }
  const outgoing = request({
    port: server.port,
    agent,
    path,
    method: 'POST',
    headers: { 'x-forwarded-for': client, ...cookie, ...headers },
  })
  return { outgoing, answer: answerOf(outgoing) }
}

function send(options: TestRequest, body = '') {
  const { outgoing, answer } = startRequest(options, { 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
  return answer
}

async function answerOf(outgoing: ClientRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  outgoing.on('response', resolve).on('error', reject)
  const answer = await promise
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

function sendHeld(count: number, from: TestRequest) {
  return Array.from({ length: count }, (_, number) => send({ path: `/${from.client}/${number}`, ...from }))
}

function answerAll(): void {
  for (const { answer } of running) answer()
}

/** Answers requests until `count` of them have started, or with null until none is left. */
const answerUntil = (count: number | null) =>
  expect
    .poll(() => {
      answerAll()
      return count === null ? gate.load() : running.length
    })
    .toEqual(count ?? IDLE)

test('[HT62] slow bodies of a household, five networks of one /48, keep nobody waiting, not even in that household', async () => {
  const networks = [1, 2, 3, 4, 5].map(number => `2001:db8:1:${number}::1`)
  const slow = Array.from({ length: 250 }, (_, number) => {
    const { outgoing, answer } = startRequest(
      { client: networks[number % networks.length] ?? '' },
      { 'content-length': 1000 },
    )
    outgoing.write('{')
    return { outgoing, outcome: answer.then(({ status }) => status).catch(() => null) }
  })
  let refused = 0
  for (const { outcome } of slow) void outcome.then(status => (refused += status === 503 ? 1 : 0))
  await expect.poll(() => refused).toBe(50)
  expect(gate.load()).toEqual(IDLE)
  expect(await send({ client: '2001:db8:1:6::1' }, 'mine')).toMatchObject({ status: 200, body: 'mine' })
  expect(await send({ client: '203.0.113.7' }, 'yours')).toMatchObject({ status: 200, body: 'yours' })
  for (const { outgoing } of slow) outgoing.destroy()
})

test('[HT84] a client has a quarter of the places and a user one, and others run meanwhile', async () => {
  const one = sendHeld(6, { client: '203.0.113.1' })
  const other = sendHeld(3, { client: '203.0.113.2', user: 'clara' })
  await expect.poll(() => gate.load()).toEqual({ running: 5, waiting: 4 })
  expect((await send({ client: '203.0.113.3' })).status).toBe(200)
  expect((await send({ client: '203.0.113.2', user: 'anna' })).status).toBe(200)
  await answerUntil(9)
  answerAll()
  for (const { status } of await Promise.all([...one, ...other])) expect(status).toBe(200)
  await expect.poll(() => gate.load()).toEqual(IDLE)
})

test('[HT84] a waiting request whose client has gone away needs no place', async () => {
  const held = sendHeld(4, { client: '203.0.113.1' })
  await expect.poll(() => running.length).toBe(4)
  const gone = startRequest({ client: '203.0.113.1' })
  gone.outgoing.end()
  await expect.poll(() => gate.load()).toEqual({ running: 4, waiting: 1 })
  gone.outgoing.destroy()
  await expect(gone.answer).rejects.toThrow('socket hang up')
  await expect.poll(() => gate.load().waiting).toBe(0)
  answerAll()
  await Promise.all(held)
})

test('[HT84] users behind one address take turns, however many requests each sends', async () => {
  const busy = sendHeld(10, { client: '203.0.113.1', user: 'busy' })
  await expect.poll(() => running.length).toBe(1)
  const guests = sendHeld(4, { client: '203.0.113.1', path: '/guest' })
  await expect.poll(() => running.length).toBe(4)
  const clara = send({ client: '203.0.113.1', user: 'clara', path: '/clara' })
  await expect.poll(() => gate.load().waiting).toBe(11)
  running[0]?.answer()
  await expect.poll(() => running.length).toBe(5)
  expect(['/guest', '/clara']).toContain(running[4]?.path)
  await answerUntil(15)
  expect(running.findIndex(({ path }) => path === '/clara')).toBeLessThan(7)
  answerAll()
  await Promise.all([...busy, ...guests, clara])
})

test('[HT84] with the embedded database eight requests run, and two of a client', async () => {
  openGate(NO_TIMEOUTS, 'embedded')
  const held = [1, 2, 3, 4, 5].flatMap(number => sendHeld(3, { client: `203.0.113.${number}` }))
  await expect.poll(() => gate.load()).toEqual({ running: 8, waiting: 7 })
  await answerUntil(null)
  await Promise.all(held)
})

test('[HT84] when too many wait, whoever has most of them is refused, and nobody else', async () => {
  const crowd = [1, 2, 3, 4].flatMap(number => sendHeld(4, { client: `203.0.113.${number}` }))
  await expect.poll(() => running.length).toBe(16)
  const flood = sendHeld(250, { client: '198.51.100.1' })
  await expect.poll(() => gate.load()).toEqual({ running: 16, waiting: 200 })
  const visitor = send({ client: '198.51.100.2', path: '/visitor' })
  let refused = 0
  const outcomes = flood.map(async answer => {
    const { status } = await answer
    if (status === 503) refused += 1
    return status
  })
  await expect.poll(() => refused).toBe(51)
  await answerUntil(null)
  expect((await visitor).status).toBe(200)
  expect((await Promise.all(outcomes)).filter(status => status === 200)).toHaveLength(199)
  await Promise.all(crowd)
})

test.each([30, 150])(
  '[HT84] whoever has more requests waiting rests twice as long as one ran, %d ms or more, while others of the same school run',
  async milliseconds => {
    const flood = sendHeld(3, { client: '203.0.113.1', user: 'busy' })
    await expect.poll(() => gate.load()).toEqual({ running: 1, waiting: 2 })
    const startedAt = performance.now()
    await pause(milliseconds)
    running[0]?.answer()
    expect((await send({ client: '203.0.113.1', user: 'clara' })).status).toBe(200)
    await expect.poll(() => running.length, { interval: 1 }).toBe(2)
    // The time it ran and a rest twice as long; a timer may be a little early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * milliseconds - 5)
    await answerUntil(null)
    await Promise.all(flood)
  },
)

test('[HT84] quick requests of one client that ran together rest together', async () => {
  const held = sendHeld(4, { client: '203.0.113.1' })
  await expect.poll(() => gate.load()).toEqual({ running: 4, waiting: 0 })
  const ended: number[] = []
  const quick = Array.from({ length: 44 }, async () => {
    expect((await send({ client: '203.0.113.1' })).status).toBe(200)
    ended.push(performance.now())
  })
  await expect.poll(() => gate.load()).toEqual({ running: 4, waiting: 44 })
  answerAll()
  await Promise.all([...held, ...quick])
  // Eleven groups of four with 5 ms between them, of which a timer may take one away.
  expect(Math.max(...ended) - Math.min(...ended)).toBeGreaterThanOrEqual(40)
})

test('[HT84] after a large body its user rests while others are here, one after the other', async () => {
  const other = sendHeld(1, { client: '203.0.113.2' })
  await expect.poll(() => running.length).toBe(1)
  const busy = { client: '203.0.113.1', user: 'busy', path: '/large' }
  const large = send(busy, 'x'.repeat(10_000))
  await expect.poll(() => running.length).toBe(2)
  await pause(30)
  running[1]?.answer()
  await large
  const ended = performance.now()
  const next = send(busy)
  await expect.poll(() => running.length, { interval: 1 }).toBe(3)
  expect(performance.now() - ended).toBeGreaterThanOrEqual(40)
  answerAll()
  await Promise.all([...other, next])
})

test('[HT84] what runs for long no longer counts', async () => {
  openGate({ ...NO_TIMEOUTS, countedMilliseconds: 20 })
  const held = sendHeld(5, { client: '203.0.113.1' })
  await expect.poll(() => running.length).toBe(5)
  await expect.poll(() => gate.load()).toEqual(IDLE)
  answerAll()
  await Promise.all(held)
})

test('[HT84] a request that has waited for long is refused with the time to come back', async () => {
  openGate({ ...NO_TIMEOUTS, longestWaitMilliseconds: 20 })
  const held = [1, 2, 3, 4].flatMap(number => sendHeld(4, { client: `203.0.113.${number}` }))
  await expect.poll(() => running.length).toBe(16)
  const { status, headers } = await send({ client: '203.0.113.9' })
  const retryAfter = Number(headers['retry-after'])
  expect([status, retryAfter >= 2, retryAfter <= 8]).toEqual([503, true, true])
  answerAll()
  await Promise.all(held)
})

test('[HT84] an address that is written in another way needs a place as well', async () => {
  const client = '203.0.113.1'
  const held = sendHeld(4, { client })
  await expect.poll(() => running.length).toBe(4)
  const paths = [
    '/%61pi/v1/session',
    '/API/../api/v1/session',
    '/healthz/../api/v1/session',
    '//api/v1/session',
  ]
  const others = paths.map(path => send({ client, path }))
  await expect.poll(() => gate.load().waiting).toBe(4)
  await answerUntil(null)
  await Promise.all([...held, ...others])
})

test('[HT2] a body without a length is read, and refused when it is too large; its connection is kept', async () => {
  const half = 'x'.repeat(2 ** 15)
  const small = startRequest({ client: '203.0.113.1' }, { 'transfer-encoding': 'chunked' })
  small.outgoing.write(half)
  small.outgoing.end(half)
  expect((await small.answer).body).toHaveLength(2 ** 16)

  const large = startRequest({ client: '203.0.113.1' }, { 'transfer-encoding': 'chunked' })
  for (const part of [half, half, half, half]) large.outgoing.write(part)
  large.outgoing.end()
  const refused = await large.answer
  expect([refused.status, refused.headers.connection]).toEqual([413, 'keep-alive'])
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'too-large' })
})

test.each([
  ['/api/v1/sync', 2 ** 18],
  ['/api/v1/feedback', 2 ** 16],
])('[HT2] a body for %s that says that it has more than %d bytes is refused unread', async (path, limit) => {
  const { outgoing, answer } = startRequest({ client: '203.0.113.1', path }, { 'content-length': limit + 1 })
  outgoing.write('x')
  expect((await answer).status).toBe(413)
  outgoing.destroy()
  const whole = startRequest({ client: '203.0.113.1', path }, { 'content-length': limit })
  whole.outgoing.end('x'.repeat(limit))
  await expect.poll(() => running.length).toBe(1)
  answerAll()
  expect((await whole.answer).status).toBe(200)
})

test('[HT84] health is answered while all places are taken', async () => {
  const held = [1, 2, 3, 4].flatMap(number => sendHeld(4, { client: `203.0.113.${number}` }))
  await expect.poll(() => running.length).toBe(16)
  const health = fetch(`http://127.0.0.1:${server.port}/healthz`, {
    headers: { 'x-forwarded-for': '203.0.113.1' },
  })
  await expect.poll(() => running.at(-1)?.path).toBe('/healthz')
  answerAll()
  expect((await health).status).toBe(200)
  await Promise.all(held)
})
