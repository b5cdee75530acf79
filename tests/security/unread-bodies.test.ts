import { once } from 'node:events'
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import { aServer } from '#tests/server/whole-server.ts'

const KB = 1024

/** Requests that the server refuses without reading their body, with the status of the answer. */
const REFUSED = [
  { path: '/api/v1/sync', bytes: KB, status: 401 },
  { path: '/api/v1/sync', bytes: 250 * KB, status: 401 },
  { path: '/api/v1/sync', bytes: 3000 * KB, status: 413 },
  { path: '/api/v1/sync', bytes: 100 * KB, status: 403, origin: 'https://elsewhere.example' },
  { path: '/api/v1/nothing', bytes: 60 * KB, status: 404 },
  { path: '/api/v1/sync', bytes: 100 * KB, status: 415, type: 'text/plain' },
]
const ATTACKERS = 4
const OTHERS = 8

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

/**
 * Sends requests that are refused before their body is read through the proxy at `proxyPort`, together with ordinary
 * ones. Returns a line for every request that did not get its own answer.
 */
async function findWrongAnswers(proxyPort: number, origin: string): Promise<readonly string[]> {
  // Not fetch(): it resets a connection whose answer is there before the body was sent, and others may be using it.
  const agent = new Agent({ keepAlive: true })
  const wrong: string[] = []
  const note = (what: string, status: number | string, wanted: number) => {
    if (status !== wanted) wrong.push(`${what}: ${status} instead of ${wanted}`)
  }
  const statusOf = async (path: string, { body, ...sent }: RequestOptions & { body?: string } = {}) => {
    try {
      const asked = request({ agent, host: '127.0.0.1', port: proxyPort, path, ...sent }).end(body)
      const answers: IncomingMessage[] = await once(asked, 'response')
      for (const answer of answers) await once(answer.resume(), 'end')
      return answers[0]?.statusCode ?? 0
    } catch (error) {
      return `no answer (${String(error)})`
    }
  }

  const attack = async () => {
    for (const { path, bytes, status, ...other } of REFUSED) {
      const headers = { origin: other.origin ?? origin, 'content-type': other.type ?? 'application/json' }
      const body = JSON.stringify({ padding: 'x'.repeat(bytes) })
      note(`POST ${path}, ${bytes} bytes`, await statusOf(path, { method: 'POST', headers, body }), status)
    }
  }
  let isOver = false
  const askOn = async () => {
    // Some more afterwards: an unread body harms its connection half a second later.
    for (let left = 20; left > 0; left -= isOver ? 1 : 0)
      note('GET /api/v1/session', await statusOf('/api/v1/session'), 200)
  }
  const asking = Array.from({ length: OTHERS }, askOn)
  await Promise.all(Array.from({ length: ATTACKERS }, attack))
  isOver = true
  await Promise.all(asking)
  agent.destroy()
  return wrong
}

async function startListeningServer() {
  const server = await aServer()
  const door = await listen('127.0.0.1', 0)
  if (door.kind === 'failed') throw new Error(door.message)
  door.setHandler(server.app.fetch, server.gate)
  return {
    port: door.port,
    origin: server.context.configuration.origin,
    async close() {
      await door.close()
      await server.close()
    },
  }
}

/**
 * Starts a local HTTP proxy that sends all requests over `connections` kept connections to the server at the local
 * `port`. It answers 502 if the server closes one during a request.
 */
async function startConnectionPoolingHttpProxy(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  // No connection is closed for being idle: a request that is sent at that moment would get no answer.
  const server = createServer({ keepAliveTimeout: 0 }, (asked, answer) => passOn(asked, answer))

  function passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path, headers } = asked
    const passedOn = request({ agent, host: '127.0.0.1', port, method, path, headers }, answered => {
      answered.on('error', () => answer.destroy())
      const { connection: _connection, 'keep-alive': _keepAlive, ...endToEnd } = answered.headers
      answer.writeHead(answered.statusCode ?? 502, endToEnd)
      answered.pipe(answer)
    })
    passedOn.on('error', () => {
      // The rest of the body is read, or the client's own connection would break.
      asked.resume()
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    asked.pipe(passedOn)
  }

  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
