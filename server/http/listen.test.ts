import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen, type ListeningServer } from './listen.ts'

const openServers: ListeningServer[] = []

afterEach(async () => {
  for (const server of openServers.splice(0)) await server.close()
})

test('[HT12] a port in use is named, with how to choose another', async () => {
  const { port } = await aServer()
  const second = await listen('127.0.0.1', port)
  expect(second).toMatchObject({ kind: 'failed' })
  if (second.kind === 'listening') return
  expect(second.message).toContain(`Port ${port} is in use`)
  expect(second.message).toContain(`PORT=${port + 1} npm start`)
})

test('[HT12] an address that is not this machine’s is named', async () => {
  const server = await listen('203.0.113.7', 0)
  expect(server).toMatchObject({ kind: 'failed', message: expect.stringContaining('HOST=203.0.113.7') })
})

test('[HT10][HT6] until the server can answer, requests are asked to come back', async () => {
  const server = await aServer()
  const early = await fetch(`http://127.0.0.1:${server.port}/practice`)
  expect(early.status).toBe(503)
  expect(Object.fromEntries(early.headers)).toMatchObject({
    'retry-after': '1',
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
  })
  for (const path of ['/readyz', '/api/v1/session']) {
    const refused = await fetch(`http://127.0.0.1:${server.port}${path}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  }
  const health = await fetch(`http://127.0.0.1:${server.port}/healthz`)
  expect([health.status, health.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  server.setHandler(() => new Response('here'))
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('here')
})

test('a connection is kept open for longer than a proxy keeps it', async () => {
  const server = await aServer()
  const answer = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

test('[HT12] closing lets a request that has begun finish, and takes no new one', async () => {
  const server = await aServer()
  const { promise: working, resolve: finish } = Promise.withResolvers<void>()
  const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>()
  server.setHandler(async () => {
    onRequest()
    await working
    return new Response('finished')
  })
  const running = fetch(`http://127.0.0.1:${server.port}/`)
  await requested
  const closed = server.close()
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow('fetch failed')
  finish()
  expect(await (await running).text()).toBe('finished')
  await closed
})

test('[HT12] what does not finish is cut off after the grace period', async () => {
  const server = await aServer(100)
  const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>()
  server.setHandler(() => {
    onRequest()
    return new Promise(() => {})
  })
  const running = fetch(`http://127.0.0.1:${server.port}/`)
  await requested
  // Otherwise this would wait for the answer for ever.
  await Promise.all([server.close(), expect(running).rejects.toThrow('fetch failed')])
})

test.each([
  ['headers', 'POST / HTTP/1.1\r\nHost: a\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n{'],
])(
  '[HT62] a request whose %s do not arrive in time is answered with 408, and its connection is closed',
  async (_, sent) => {
    const server = await aServer(undefined, 300)
    server.setHandler(async request => new Response(await request.text()))
    const socket = connect(server.port, '127.0.0.1', () => socket.write(sent))
    let received = ''
    socket.on('data', chunk => (received += String(chunk)))
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 408 /)
  },
)

async function aServer(grace?: number, request?: number): Promise<ListeningServer & { kind: 'listening' }> {
  const server = await listen('127.0.0.1', 0, grace, request)
  if (server.kind === 'failed') throw new Error(server.message)
  openServers.push(server)
  return server
}
