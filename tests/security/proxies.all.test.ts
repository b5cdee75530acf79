import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { connect } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import type { ListeningServer } from '#server/http/listen.ts'
import { hasProxy, startDocumentedProxy } from './documented-proxy.ts'
import type { DocumentedProxy, ProxyName } from './documented-proxy.ts'
import { freePort } from '#tests/server/free-port.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

const LINKS = '/api/v1/sign-in-links'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const EMAIL = 'kai@example.org'

type Sent = { method?: string; from?: string; headers?: Record<string, string>; body?: unknown }

describe.each<ProxyName>(['nginx', 'caddy'])('behind %s as documented', name => {
  let server: TestServer
  let door: ListeningServer & { kind: 'listening' }
  let proxy: DocumentedProxy
  let origin: string

  beforeAll(async () => {
    if (!hasProxy(name)) return
    const port = await freePort()
    origin = `https://localhost:${port}`
    const settings = { ORIGIN: origin, TRUST_PROXY: '1', LIMITS: 'mailsPerClient=2' }
    server = await aServer({ ...PRODUCTION_ENVIRONMENT, ...settings })
    const opened = await listen('127.0.0.1', 0)
    if (opened.kind === 'failed') throw new Error(opened.message)
    door = opened
    door.setHandler(server.app.fetch, server.gate)
    proxy = await startDocumentedProxy(name, { port, upstream: door.port })
  })
  afterAll(async () => {
    if (!hasProxy(name)) return
    await proxy.close()
    await door.close()
    await server.close()
  })

  test.skipIf(!hasProxy(name))(
    '[HT61] every client is counted by its own address, whatever it claims, and the log has nothing to say',
    async () => {
      const ask = (from: string, claimed: string) =>
        send(LINKS, {
          body: { email: `${claimed}@example.org` },
          from,
          headers: { 'x-forwarded-for': claimed },
        })
      const statuses = []
      for (const claimed of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
        statuses.push((await ask('127.0.0.2', claimed)).status)
      expect(statuses).toEqual([204, 204, 429])
      expect((await ask('127.0.0.3', '198.51.100.1')).status).toBe(204)
      expect(server.logged.join()).not.toContain('TRUST_PROXY')
    },
  )

  test.skipIf(!hasProxy(name))(
    '[HT61] one signs in, and the live stream says something at once',
    async () => {
      const asked = await send(LINKS, { body: { email: EMAIL, language: 'en' }, from: '127.0.0.4' })
      expect(asked.status).toBe(204)
      const code = /\b\d{6}\b/.exec(server.printed.find(mail => mail.includes(EMAIL)) ?? '')?.[0]
      const confirmed = await send(CONFIRM, {
        body: { email: EMAIL, code },
        headers: { cookie: asked.cookie },
      })
      expect(confirmed.status).toBe(200)
      expect(confirmed.headers['strict-transport-security']).toMatch(/^max-age=/)
      const live = await open('/api/v1/live', { headers: { cookie: confirmed.cookie } })
      expect(String(await new Promise(first => live.once('data', first)))).toContain('event: revision')
      live.destroy()
    },
  )

  test.skipIf(!hasProxy(name))('[HT62] a round over HTTP/2, whose body has no length, is taken', async () => {
    const { cookies } = await createSignedInBrowser(server, 'http2@example.org')
    const session = connectHttp2(origin, { ca: proxy.certificate })
    const stream = session.request({
      ':method': 'POST',
      ':path': '/api/v1/sync',
      origin,
      'content-type': 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    })
    const body = JSON.stringify(syncRound([createPiece()]))
    stream.write(body.slice(0, 40))
    stream.end(body.slice(40))
    const [headers] = await once(stream, 'response')
    expect(headers).toMatchObject({ ':status': 200 })
    session.destroy()
  })

  test.skipIf(!hasProxy(name))(
    '[HT61] a body that is too large is answered by the server, in its own words',
    async () => {
      const body = { email: EMAIL, language: 'x'.repeat(1_500_000) }
      const { status, text } = await send(LINKS, { body })
      expect([status, JSON.parse(text)]).toEqual([413, expect.objectContaining({ code: 'too-large' })])
    },
  )

  test.skipIf(!hasProxy(name))(
    '[HT61] the proxy writes down neither the query of a sign-in link nor the address of a client',
    async () => {
      const answer = await open('/confirm?token=never-written', { from: '127.0.0.5' })
      for await (const _ of answer) continue
      await send(LINKS, { body: { email: EMAIL }, from: '127.0.0.5' })
      expect(proxy.accessLog()).not.toMatch(/never-written|127\.0\.0\.5/)
    },
  )

  test.skipIf(!hasProxy(name))(
    '[HT61] of TLS 1.2 only cipher suites with authenticated encryption are spoken',
    async () => {
      const suites = (ciphers: string) => speak({ maxVersion: 'TLSv1.2', ciphers })
      expect(await suites('ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256')).toContain('GCM')
      const weak =
        'ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA384'
      expect(await suites(weak)).toBe('refused')
    },
  )

  /** Returns the name of the cipher suite that the proxy has agreed to, or 'refused'. */
  function speak(options: ConnectionOptions): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { port } = new URL(origin)
    const ca = proxy.certificate
    const socket = connect(
      { host: '127.0.0.1', port: Number(port), servername: 'localhost', ca, ...options },
      () => {
        resolve(socket.getCipher().name)
        socket.destroy()
      },
    )
    socket.on('error', () => resolve('refused'))
    return promise
  }

  async function send(path: string, sent: Sent) {
    const answer = await open(path, { method: 'POST', ...sent })
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    const { statusCode: status, headers } = answer
    const cookie = (headers['set-cookie'] ?? []).map(set => set.split(';', 1)[0]).join('; ')
    return { status, headers, cookie, text }
  }

  function open(path: string, { method = 'GET', from = '127.0.0.1', headers = {}, body }: Sent) {
    return new Promise<IncomingMessage>((done, failed) => {
      const options = {
        method,
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
})
