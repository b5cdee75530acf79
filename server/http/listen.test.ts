import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.ts'
import type { ListeningServer } from './listen.ts'

const open: ListeningServer[] = []

afterEach(async () => {
  for (const door of open.splice(0)) await door.close()
})

test('[HT12] a port in use is named, with how to choose another', async () => {
  const { port } = await aDoor()
  const second = await listen('127.0.0.1', port)
  expect(second).toMatchObject({ kind: 'failed' })
  if (second.kind === 'listening') return
  expect(second.message).toContain(`Port ${port} is in use`)
  expect(second.message).toContain(`PORT=${port + 1} npm start`)
})

test('[HT12] an address that is not this machine’s is named', async () => {
  const door = await listen('203.0.113.7', 0)
  expect(door).toMatchObject({ kind: 'failed', message: expect.stringContaining('HOST=203.0.113.7') })
})

test('[HT10][HT6] until the server can answer, requests are asked to come back', async () => {
  const door = await aDoor()
  const early = await fetch(`http://127.0.0.1:${door.port}/practice`)
  expect(early.status).toBe(503)
  expect(Object.fromEntries(early.headers)).toMatchObject({
    'retry-after': '1',
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
  })
  for (const path of ['/readyz', '/api/v1/session']) {
    const refused = await fetch(`http://127.0.0.1:${door.port}${path}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  }
  const health = await fetch(`http://127.0.0.1:${door.port}/healthz`)
  expect([health.status, health.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  door.setHandler(() => new Response('here'))
  expect(await (await fetch(`http://127.0.0.1:${door.port}/`)).text()).toBe('here')
})

test('a connection is kept open for longer than a proxy keeps it', async () => {
  const door = await aDoor()
  const answer = await fetch(`http://127.0.0.1:${door.port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

test('[HT12] closing lets a request that has begun finish, and takes no new one', async () => {
  const door = await aDoor()
  const { promise: working, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  door.setHandler(async () => {
    begin()
    await working
    return new Response('finished')
  })
  const running = fetch(`http://127.0.0.1:${door.port}/`)
  await begun
  const closed = door.close()
  await expect(fetch(`http://127.0.0.1:${door.port}/`)).rejects.toThrow('fetch failed')
  finish()
  expect(await (await running).text()).toBe('finished')
  await closed
})

test('[HT12] what does not finish is cut off after the grace period', async () => {
  const door = await aDoor(100)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  door.setHandler(() => {
    begin()
    return new Promise(() => {})
  })
  const running = fetch(`http://127.0.0.1:${door.port}/`)
  await begun
  // Without the cut this would wait for the answer for ever.
  await Promise.all([door.close(), expect(running).rejects.toThrow('fetch failed')])
})

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: a\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n{'],
])(
  '[HT62] a request whose %s do not arrive in time is answered with 408, and its connection is closed',
  async (_, sent) => {
    const door = await aDoor(undefined, 300)
    door.setHandler(async request => new Response(await request.text()))
    const socket = connect(door.port, '127.0.0.1', () => socket.write(sent))
    let heard = ''
    socket.on('data', chunk => (heard += String(chunk)))
    await once(socket, 'close')
    expect(heard).toMatch(/^HTTP\/1\.1 408 /)
  },
)

async function aDoor(grace?: number, request?: number): Promise<ListeningServer & { kind: 'listening' }> {
  const door = await listen('127.0.0.1', 0, grace, request)
  if (door.kind === 'failed') throw new Error(door.message)
  open.push(door)
  return door
}
