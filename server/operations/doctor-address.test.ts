import { createServer, request } from 'node:http'
import type { Server } from 'node:http'
import { Hono } from 'hono'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { proxyCheckRoutes } from '#server/http/proxy-checks.ts'
import { portOnceListening } from '#tests/mail/mail-server.ts'
import { checkPublicAddress } from './doctor.ts'

const secret = 'a secret for tests, long enough for all'
const servers: Server[] = []

const app = new Hono().route('/', proxyCheckRoutes({ configuration: { secret } as never }))
const port = await started(createAdaptorServer({ fetch: app.fetch }) as Server)
const proxy = async (forwarded: (given: string) => string | null) =>
  `http://127.0.0.1:${await started(aProxy(forwarded))}`
const direct = `http://127.0.0.1:${port}`
const appending = await proxy(given => `${given}, 203.0.113.5`)
const replacing = await proxy(() => '203.0.113.5')
const forgetful = await proxy(() => null)
afterAll(() => servers.forEach(server => server.close()))

const check = async (origin: string, trustedProxies: number, key = secret) => {
  const found = await checkPublicAddress({ origin, trustedProxies, secret: key, production: true })
  return found.flatMap(finding =>
    finding.kind === 'FAULT' ? [`${finding.message} → ${finding.advice}`] : [],
  )
}

test('[DR1] TRUST_PROXY fits what the proxies write, or the doctor says what it should be', async () => {
  expect(await check(direct, 0)).toEqual([])
  expect(await check(appending, 1)).toEqual([])
  expect(await check(replacing, 1)).toEqual([])
  expect(await check(appending, 0)).toEqual([
    expect.stringMatching(/^1 proxies wrote the client's address, and TRUST_PROXY is 0 → Set TRUST_PROXY=1,/),
  ])
  expect(await check(replacing, 2)).toEqual([expect.stringContaining('Set TRUST_PROXY=1,')])
  expect(await check(forgetful, 1)).toEqual([
    expect.stringContaining('Set TRUST_PROXY=0, or let the proxies set X-Forwarded-For'),
  ])
  // It would believe an invented address.
  expect(await check(direct, 1)).toEqual([expect.stringContaining('clients can invent addresses')])
})

test('[DR1] an address that leads nowhere, or to something else, or to a server with another SECRET', async () => {
  expect(await check('http://127.0.0.1:1', 0)).toEqual([expect.stringContaining('cannot be reached')])
  const other = createServer((_, response) => response.end('Welcome to nginx!'))
  expect(await check(`http://127.0.0.1:${await started(other)}`, 0)).toEqual([
    expect.stringContaining('not as this server does'),
  ])
  expect(await check(direct, 0, 'another secret')).toEqual([expect.stringContaining('the same SECRET')])
})

async function started(server: Server): Promise<number> {
  servers.push(server)
  return portOnceListening(server.listen(0, '127.0.0.1'))
}

function aProxy(forwarded: (given: string) => string | null): Server {
  return createServer((incoming, outgoing) => {
    const { 'x-forwarded-for': given = '', ...rest } = incoming.headers
    const written = forwarded(String(given))
    const headers = written === null ? rest : { ...rest, 'x-forwarded-for': written }
    request({ host: '127.0.0.1', port, path: incoming.url, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    }).end()
  })
}
