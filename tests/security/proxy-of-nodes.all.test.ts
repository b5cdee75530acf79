import { once } from 'node:events'
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createServerApp } from '#server/app.ts'
import { listen } from '#server/http/listen.ts'
import { nodesOnPostgres } from '#tests/database/nodes-on-postgres.ts'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import { freePort } from '#tests/server/free-port.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aServer } from '#tests/server/whole-server.ts'
import { hasProxy, startDocumentedProxy } from './documented-proxy.ts'
import type { DocumentedProxy } from './documented-proxy.ts'

// Two servers on one PostgreSQL behind Caddy with the file that compose.nodes.yaml gives it.

const EMAIL = 'kai@example.org'
/** Enough that some meet the moment at which a server ends. */
const REQUESTS = 400

type Node = Awaited<ReturnType<typeof startNode>>
const openNodes = nodesOnPostgres()
let nodes: readonly [Node, Node]
let proxy: DocumentedProxy
let origin: string
let cookie: string

beforeAll(async () => {
  if (!hasProxy('caddy')) return
  const port = await freePort()
  origin = `https://localhost:${port}`
  const [one, other] = await openNodes()
  nodes = [await startNode(one), await startNode(other)]
  proxy = await startDocumentedProxy('caddy', { port, upstream: [nodes[0].port, nodes[1].port] })
  cookie = await signIn()
})
afterAll(async () => {
  if (!hasProxy('caddy')) return
  await proxy.close()
  await Promise.all(nodes.map(node => node.stop()))
  await Promise.all(nodes.map(node => node.server.close()))
})

test.skipIf(!hasProxy('caddy'))(
  '[HT61] a live stream is passed on at once, whichever server saves',
  async () => {
    const live = await open('/api/v1/live', {})
    onTestFinished(() => void live.destroy())
    const said = spoken(live)
    const count = () => said().match(/event: revision/g)?.length ?? 0
    await expect.poll(count).toBe(1)
    const round = syncRound()
    for (const [place, { app }] of nodes.entries()) {
      const body = JSON.stringify({ ...round, changes: [createPiece()] })
      const headers = { cookie, origin, 'content-type': 'application/json' }
      const incoming = { socket: { remoteAddress: '127.0.0.1' } }
      const saved = await app.request('/api/v1/sync', { method: 'POST', headers, body }, { incoming })
      expect(saved.status).toBe(200)
      // Of two quick saves the stream may tell the second only.
      await expect.poll(count, { timeout: 10_000 }).toBe(place + 2)
    }
  },
)

test.skipIf(!hasProxy('caddy'))(
  '[HT61] a server that ends costs no request: the other one answers',
  async () => {
    const [first] = nodes
    const statuses: (number | undefined)[] = []
    let ending: Promise<void> | null = null
    for (let count = 0; count < REQUESTS; count += 1) {
      if (count === REQUESTS / 4) ending = first.stop()
      const answer = await open('/api/v1/session', {})
      answer.resume()
      await once(answer, 'end')
      statuses.push(answer.statusCode)
    }
    await ending
    expect(new Set(statuses)).toEqual(new Set([200]))
  },
)

async function startNode(database: Awaited<ReturnType<typeof openNodes>>[number]) {
  const settings = { ...PRODUCTION_ENVIRONMENT, ORIGIN: origin, TRUST_PROXY: '1' }
  const server = await aServer(settings, { database })
  const { app, drain } = createServerApp(server.context)
  const http = await listen('127.0.0.1', 0)
  if (http.kind === 'failed') throw new Error(http.message)
  http.setHandler(app.fetch)
  const { port, close } = http
  let stopping: Promise<void> | null = null
  const stop = () => {
    drain()
    return (stopping ??= close())
  }
  return { app, server, port, stop }
}

async function signIn(): Promise<string> {
  const asked = await open('/api/v1/sign-in-links', { body: { email: EMAIL, language: 'en' } })
  const mail = nodes.flatMap(({ server }) => server.printed).find(text => text.includes(EMAIL)) ?? ''
  const code = /\b\d{6}\b/.exec(mail)?.[0]
  const own = cookiesOf(asked)
  const confirmed = await open('/api/v1/sign-in-links/confirm', { body: { email: EMAIL, code }, own })
  if (confirmed.statusCode !== 200) throw new Error(`not signed in: ${confirmed.statusCode}`)
  return cookiesOf(confirmed)
}

const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers['set-cookie'] ?? []).map(set => set.split(';', 1)[0]).join('; ')

/** Returns what has come so far. */
function spoken(answer: IncomingMessage): () => string {
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text
}

function open(path: string, { body, own = cookie }: { body?: unknown; own?: string }) {
  return new Promise<IncomingMessage>((done, failed) => {
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      ca: proxy.certificate,
      family: 4,
      headers: { origin, 'content-type': 'application/json', ...(own && { cookie: own }) },
    }
    const sent = request(`${origin}${path}`, options, done)
    sent.once('error', failed)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
