import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOverloadProtection } from './overload-protection.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A server that runs two requests at a time and answers them when it is told. */
function aServer({ openRequests = 100 } = {}) {
  const answers: (() => void)[] = []
  let requests = 0
  const overload = createOverloadProtection(
    { openRequests, runningRequests: 2, waitMilliseconds: 1000 },
    exchange => exchange.req.header('x-client') ?? `client ${requests++}`,
    5000,
  )
  const app = new Hono()
    .use(overload.refuseWhenOverloaded, overload.limitRunning)
    .all('/', async exchange => {
      const { promise, resolve } = Promise.withResolvers<void>()
      answers.push(resolve)
      await promise
      if (exchange.req.query('fails') !== undefined) throw new Error('it fails')
      return exchange.text(await exchange.req.text())
    })
    .onError((_, exchange) => exchange.text('failed', 500))
  const send = async (path = '/', init: RequestInit = {}) => app.request(path, init)
  return { answers, overload, send }
}

async function expectRefusal(answer: Promise<Response>) {
  const response = await answer
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'unavailable', status: 503 })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(8)
}

test('[HT85] further requests wait in order, and when the first has waited for too long, new ones are refused', async () => {
  const { answers, overload, send } = aServer()
  const running = [send(), send('/?fails')]
  const waiting = [send(), send()]
  await pass(999)
  expect(overload.load()).toEqual({ running: 2, waiting: 2 })
  expect(overload.isOverloaded()).toBe(false)
  await pass(1)
  await expectRefusal(send())
  expect(answers).toHaveLength(2)

  for (const answer of answers) answer()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 500])
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  expect(overload.isOverloaded()).toBe(false)
  for (const answer of answers) answer()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  expect(overload.load()).toEqual({ running: 0, waiting: 0 })
})

test('[HT85] nobody waits for more than twice that time', async () => {
  const { answers, send } = aServer()
  const running = [send(), send()]
  const late = send()
  await pass(2000)
  await expectRefusal(late)
  for (const answer of answers) answer()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
  expect(answers).toHaveLength(2)
})

test('[HT85] when too many are open, whatever they wait for, new ones are refused at once', async () => {
  const { answers, send } = aServer({ openRequests: 3 })
  const open = [send(), send(), send()]
  await expectRefusal(send())
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.()
  await open[0]
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  const next = send()
  for (const answer of answers) answer()
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  answers[3]?.()
  expect((await next).status).toBe(200)
})

test('[HT85] a client with a fifth of all open requests is refused with 429, and nobody else', async () => {
  const { answers, overload, send } = aServer({ openRequests: 10 })
  const own = () => send('/', { headers: { 'x-client': 'busy' } })
  const open = [own(), own()]
  const third = await own()
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1'])
  expect(overload.isOverloaded()).toBe(false)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  for (const answer of answers) answer()
  await Promise.all(open)
  const others = [send(), own()]
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  for (const answer of answers) answer()
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
})

test('[HT85] a slow upload, and what waits for another server, do not keep others from running', async () => {
  const { answers, send } = aServer()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const headers = { 'transfer-encoding': 'chunked' }
  const slow = send('/', { method: 'POST', body: readable, headers, duplex: 'half' } as RequestInit)
  const hanging = [send(), send()]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  await pass(4500)
  const next = send()
  await pass(500)
  await vi.waitFor(() => expect(answers).toHaveLength(3))

  const writer = writable.getWriter()
  await writer.write(new TextEncoder().encode('at last'))
  await writer.close()
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  for (const answer of answers) answer()
  expect(await (await slow).text()).toBe('at last')
  expect((await Promise.all([...hanging, next])).map(({ status }) => status)).toEqual([200, 200, 200])
})
