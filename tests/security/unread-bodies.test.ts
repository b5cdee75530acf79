import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import type { ListeningServer } from '#server/http/listen.ts'
import { startConnectionPoolingHttpProxy } from './pooling-proxy.ts'
import { findWrongAnswers } from './unread-bodies.ts'
import { aServer } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

let server: TestServer
let door: ListeningServer & { kind: 'listening' }

beforeAll(async () => {
  server = await aServer()
  const opened = await listen('127.0.0.1', 0)
  if (opened.kind === 'failed') throw new Error(opened.message)
  door = opened
  door.setHandler(server.app.fetch)
})
afterAll(async () => {
  await door.close()
  await server.close()
})

test('[HT43] a body of unknown length that is too large is read on, and the connection is kept', async () => {
  const { origin } = server.context.configuration
  const body = new Blob([new Uint8Array(5 * 1024 * 1024)]).stream()
  const headers = { origin, 'content-type': 'application/json' }
  // The types do not know `duplex` yet.
  const sent = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await fetch(`http://127.0.0.1:${door.port}/api/v1/feedback`, sent)
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'keep-alive'])
})

test('[HT43] behind a proxy with eight kept connections, requests refused unread break no other request', async () => {
  const proxy = await startConnectionPoolingHttpProxy(door.port, 8)
  expect(await findWrongAnswers(proxy.port, server.context.configuration.origin)).toEqual([])
  await proxy.close()
})
