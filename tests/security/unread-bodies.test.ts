import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import { aServer } from '#tests/server/whole-server.ts'

const KB = 1024

const REFUSED_UNREAD = [
  { path: '/api/v1/sync', bytes: KB, status: 401 },
  { path: '/api/v1/sync', bytes: 250 * KB, status: 401 },
  { path: '/api/v1/sync', bytes: 3000 * KB, status: 413 },
  { path: '/api/v1/sync', bytes: 100 * KB, status: 403, origin: 'https://elsewhere.example' },
  { path: '/api/v1/nothing', bytes: 60 * KB, status: 404 },
  { path: '/api/v1/sync', bytes: 100 * KB, status: 415, type: 'text/plain' },
]
const ATTACKERS = 4
const OTHERS = 8

test('[HT68] requests refused unread break no other request on eight connections that a proxy keeps', async () => {
  const server = await aServer()
  const listener = await listen('127.0.0.1', 0)
  if (listener.kind === 'failed') throw new Error(listener.message)
  listener.setHandler(server.app.fetch, server.gate)
  // Like nginx, the agent reuses a connection whose response came before the whole body was sent.
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const wrong: string[] = []
  const compare = (what: string, status: number | string, expected: number) => {
    if (status !== expected) wrong.push(`${what}: ${status} instead of ${expected}`)
  }
  const statusOf = async (path: string, { body, ...sent }: RequestOptions & { body?: string } = {}) => {
    try {
      const asked = request({ agent, host: '127.0.0.1', port: listener.port, path, ...sent }).end(body)
      const answers: IncomingMessage[] = await once(asked, 'response')
      for (const answer of answers) await once(answer.resume(), 'end')
      return answers[0]?.statusCode ?? 0
    } catch (error) {
      return `no answer (${String(error)})`
    }
  }
  const { origin } = server.context.configuration
  const attack = async () => {
    for (const { path, bytes, status, ...other } of REFUSED_UNREAD) {
      const headers = { origin: other.origin ?? origin, 'content-type': other.type ?? 'application/json' }
      const body = JSON.stringify({ padding: 'x'.repeat(bytes) })
      compare(`POST ${path}, ${bytes} bytes`, await statusOf(path, { method: 'POST', headers, body }), status)
    }
  }
  let isAttackOver = false
  const keepRequesting = async () => {
    // 20 more follow the attack, because an unread body breaks its connection half a second later.
    for (let left = 20; left > 0; left -= isAttackOver ? 1 : 0)
      compare('GET /api/v1/session', await statusOf('/api/v1/session'), 200)
  }
  const others = Array.from({ length: OTHERS }, keepRequesting)
  await Promise.all(Array.from({ length: ATTACKERS }, attack))
  isAttackOver = true
  await Promise.all(others)
  agent.destroy()
  await listener.close()
  await server.close()
  expect(wrong).toEqual([])
})
