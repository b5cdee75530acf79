import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConnectionPoolingHttpProxy } from './pooling-proxy.ts'
import { findWrongAnswers, startListeningServer } from './unread-bodies.ts'

let server: Awaited<ReturnType<typeof startListeningServer>>
beforeAll(async () => {
  server = await startListeningServer()
})
afterAll(() => server.close())

test('[HT68] a body of unknown length that is too large is read on, and the connection is kept', async () => {
  const { origin } = server
  const body = new Blob([new Uint8Array(5 * 1024 * 1024)]).stream()
  const headers = { origin, 'content-type': 'application/json' }
  // The types do not know `duplex` yet.
  const sent = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/feedback`, sent)
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'keep-alive'])
})

test('[HT68] behind a proxy with eight kept connections, requests refused unread break no other request', async () => {
  const proxy = await startConnectionPoolingHttpProxy(server.port, 8)
  expect(await findWrongAnswers(proxy.port, server.origin)).toEqual([])
  await proxy.close()
})
