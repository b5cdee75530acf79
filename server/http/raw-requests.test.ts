import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aServer } from '#tests/server/whole-server.ts'
import { listen } from './listen.ts'

test('[HT68] TRACE is refused, with our origin too, and sends back nothing of the request', async () => {
  const server = await aServer()
  const listening = await listen('127.0.0.1', 0)
  if (listening.kind === 'failed') throw new Error(listening.message)
  listening.setHandler(server.app.fetch, server.gate)
  try {
    for (const path of ['/', '/api/v1/session', '/healthz', '/assets/none.js'])
      for (const origin of ['', `Origin: ${server.context.configuration.origin}\r\n`]) {
        const answer = await sendRaw(
          listening.port,
          `TRACE ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${origin}Cookie: never=back\r\nConnection: close\r\n\r\n`,
        )
        expect(answer).toMatch(/^HTTP\/1\.1 (400|403|404|405) /)
        expect(answer).not.toContain('never=back')
      }
  } finally {
    await listening.close()
    await server.close()
  }
})

test.each([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 40'],
  ['a length beside chunks', 'Content-Length: 40\r\nTransfer-Encoding: chunked'],
  ['chunks under another name', 'Transfer-Encoding: chunked, identity'],
])('[HT68] a request with %s is answered 400, and nothing after it is read', async (_, headers) => {
  const listening = await listen('127.0.0.1', 0)
  if (listening.kind === 'failed') throw new Error(listening.message)
  const requestedPaths: string[] = []
  listening.setHandler(async request => {
    requestedPaths.push(new URL(request.url).pathname)
    return new Response(await request.text())
  })
  const smuggled = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const answer = await sendRaw(
    listening.port,
    `POST / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${smuggled}`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(requestedPaths).not.toContain('/smuggled')
  await listening.close()
})

function sendRaw(port: number, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  let received = ''
  socket.on('data', chunk => (received += String(chunk)))
  socket.on('close', () => resolve(received))
  socket.on('error', reject)
  return promise
}
