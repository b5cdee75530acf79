import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServerApp } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { listen } from '#server/http/listen.ts'
import { nodesOnPostgres } from '#tests/database/nodes-on-postgres.ts'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import { freePort } from '#tests/server/free-port.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aServer, createSignedInBrowser, type TestBrowser } from '#tests/server/whole-server.ts'
import { hasProxy, startDocumentedProxy, type DocumentedProxy, type ProxyName } from './documented-proxy.ts'

const LINKS = '/api/v1/sign-in-links'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const EMAIL = 'kai@example.org'
/** Enough that some arrive while a server ends. */
const REQUESTS = 400

type Node = Awaited<ReturnType<typeof startNode>>
let origin: string
let proxy: DocumentedProxy
const openNodes = nodesOnPostgres()

describe.each<ProxyName>(['nginx', 'caddy'])('behind %s as documented', name => {
  let node: Node
  beforeAll(async () => {
    if (!hasProxy(name)) return
    const port = await newOrigin()
    node = await startNode()
    proxy = await startDocumentedProxy(name, { port, upstream: node.port })
  })
  afterAll(async () => {
    if (!hasProxy(name)) return
    await proxy.close()
    await node.close()
  })

  test.skipIf(!hasProxy(name))(
    '[HT61] every client is counted by its own address, whatever it claims, and the log has no warning',
    async () => {
      const statusOf = async (from: string, claimed: string) => {
        const headers = { 'x-forwarded-for': claimed }
        return (await send(LINKS, { body: { email: `${claimed}@example.org` }, from, headers })).statusCode
      }
      const statuses = []
      for (const claimed of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
        statuses.push(await statusOf('127.0.0.2', claimed))
      expect(statuses).toEqual([204, 204, 429])
      expect(await statusOf('127.0.0.3', '198.51.100.1')).toBe(204)
      expect(node.logged.join()).not.toContain('TRUST_PROXY')
    },
  )

  test.skipIf(!hasProxy(name))(
    '[HT61] a visitor can sign in, and the live stream sends its first event at once',
    async () => {
      const requested = await send(LINKS, { body: { email: EMAIL, language: 'en' }, from: '127.0.0.4' })
      expect(requested.statusCode).toBe(204)
      const code = /\b\d{6}\b/.exec(node.printed.find(mail => mail.includes(EMAIL)) ?? '')?.[0]
      const confirmed = await send(CONFIRM, {
        body: { email: EMAIL, code },
        headers: { cookie: cookiesOf(requested) },
      })
      expect(confirmed.statusCode).toBe(200)
      expect(confirmed.headers['strict-transport-security']).toMatch(/^max-age=/)
      const live = await send('/api/v1/live', { headers: { cookie: cookiesOf(confirmed) } })
      expect(String(await new Promise(first => live.once('data', first)))).toContain('event: revision')
      live.destroy()
    },
  )

  test.skipIf(!hasProxy(name))(
    '[HT62] a sync round over HTTP/2 without a content length is accepted',
    async () => {
      const session = connectHttp2(origin, { ca: proxy.certificate })
      const stream = session.request({
        ':method': 'POST',
        ':path': '/api/v1/sync',
        origin,
        'content-type': 'application/json',
        cookie: cookieOf(await createSignedInBrowser(node, 'http2@example.org')),
      })
      const body = JSON.stringify(syncRound([createPiece()]))
      stream.write(body.slice(0, 40))
      stream.end(body.slice(40))
      const [headers] = await once(stream, 'response')
      expect(headers).toMatchObject({ ':status': 200 })
      session.destroy()
    },
  )

  test.skipIf(!hasProxy(name))(
    '[HT61] the proxy logs neither the query of a sign-in link nor the address of a client',
    async () => {
      await textOf(await send('/confirm?token=never-written', { from: '127.0.0.5' }))
      await textOf(await send(LINKS, { body: { email: EMAIL }, from: '127.0.0.5' }))
      expect(proxy.accessLog()).not.toMatch(/never-written|127\.0\.0\.5/)
    },
  )
})

test.skipIf(!hasProxy('caddy'))(
  '[HT61] no request fails when a server ends: behind the proxy of compose.nodes.yaml the other one answers',
  async () => {
    const port = await newOrigin()
    const [one, other] = await openNodes()
    const nodes = [await startNode(one), await startNode(other)] as const
    const [first] = nodes
    proxy = await startDocumentedProxy('caddy', { port, upstream: [first.port, nodes[1].port] })
    const cookie = cookieOf(await createSignedInBrowser(first, EMAIL))
    const statuses = new Set<number | undefined>()
    let ending: Promise<void> | null = null
    for (let count = 0; count < REQUESTS; count += 1) {
      if (count === REQUESTS / 4) ending = first.stop()
      const answer = await send('/api/v1/session', { headers: { cookie } })
      await textOf(answer)
      statuses.add(answer.statusCode)
    }
    await ending
    expect(statuses).toEqual(new Set([200]))
    await proxy.close()
    for (const node of nodes) await node.close()
  },
)

async function newOrigin(): Promise<number> {
  const port = await freePort()
  origin = `https://localhost:${port}`
  return port
}

async function startNode(database?: Database) {
  const settings = { ORIGIN: origin, TRUST_PROXY: '1', LIMITS: 'mailsPerClient=2' }
  const environment = { ...PRODUCTION_ENVIRONMENT, ...settings }
  const server = await aServer(environment, database === undefined ? {} : { database })
  const listener = await listen('127.0.0.1', 0)
  if (listener.kind === 'failed') throw new Error(listener.message)
  const { app, gate, drain } = createServerApp(server.context)
  listener.setHandler(app.fetch, gate)
  let stopped: Promise<void> | null = null
  const stop = () => {
    drain()
    return (stopped ??= listener.close())
  }
  return {
    ...server,
    port: listener.port,
    stop,
    async close() {
      await stop()
      await server.close()
    },
  }
}

const cookieOf = ({ cookies }: TestBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers['set-cookie'] ?? []).map(set => set.split(';', 1)[0]).join('; ')

function send(
  path: string,
  { body, from = '127.0.0.1', headers = {} }: { body?: unknown; from?: string; headers?: object },
) {
  return new Promise<IncomingMessage>((done, failed) => {
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      ca: proxy.certificate,
      localAddress: from,
      family: 4,
      headers: { origin, 'content-type': 'application/json', ...headers },
    }
    const sent = request(`${origin}${path}`, options, done)
    sent.once('error', failed)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
