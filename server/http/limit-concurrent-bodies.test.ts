import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { limitConcurrentBodies } from './limit-concurrent-bodies.ts'

const configuration = { trustedProxies: 0 } as Parameters<typeof limitConcurrentBodies>[0]['configuration']

/** A server that reads bodies, and posts whose bodies are still to come. */
function aServer(most: { together: number; perClient: number }) {
  const app = new Hono()
    .use(limitConcurrentBodies({ configuration }, most))
    .post('/', async exchange => exchange.text(await exchange.req.text()))
    .get('/', exchange => exchange.text('read'))
  const send = async (address: string, init: RequestInit) =>
    app.request('/', init, { incoming: { socket: { remoteAddress: address } } })
  return {
    get: (address: string) => send(address, {}),
    post: (address: string) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const answer = send(address, {
        method: 'POST',
        body: readable,
        headers: { 'transfer-encoding': 'chunked' },
        duplex: 'half',
      } as RequestInit)
      return { answer, finish: () => writable.getWriter().close() }
    },
  }
}

const statusOf = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('retry-after')]
}

test('[HT63] so many bodies of a client are under way, and the next ones when those are read', async () => {
  const { get, post } = aServer({ together: 10, perClient: 2 })
  const slow = [post('10.0.0.1'), post('10.0.0.1')]
  expect(await statusOf(post('10.0.0.1').answer)).toEqual([429, '1'])
  expect(await statusOf(get('10.0.0.1'))).toEqual([200, null])
  const other = post('10.0.0.2')
  await other.finish()
  expect(await statusOf(other.answer)).toEqual([200, null])
  await slow[0]?.finish()
  await slow[0]?.answer
  const next = post('10.0.0.1')
  await next.finish()
  expect(await statusOf(next.answer)).toEqual([200, null])
})

test('[HT63] so many bodies of all clients together are under way', async () => {
  const { post } = aServer({ together: 3, perClient: 2 })
  const slow = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(post)
  expect(await statusOf(post('10.0.0.4').answer)).toEqual([503, '1'])
  await Promise.all(slow.map(({ finish }) => finish()))
  await Promise.all(slow.map(({ answer }) => answer))
  const next = post('10.0.0.4')
  await next.finish()
  expect(await statusOf(next.answer)).toEqual([200, null])
})
