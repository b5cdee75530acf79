import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SIGNING_SECRET } from '#tests/billing/billing-shop.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { startMailServer, portOnceListening } from '#tests/mail/mail-server.ts'
import { STAND_IN_PRICE_IDS } from '#stand-ins/stripe/account.ts'
import { startStripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'
import { checkStripePrices, runDoctorChecks, checkPublicAddress, type Finding } from './doctor.ts'
import { createServer, request, type Server } from 'node:http'
import { Hono } from 'hono'
import { createAdaptorServer } from '@hono/node-server'
import { forwardedForEchoRoutes } from '#server/http/proxy-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'dacapo-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'a secret for tests, long enough for all'

const check = async (area: 'Database' | 'Mail', environment: Record<string, string>) =>
  (await runDoctorChecks({ SECRET, DATA_DIR: join(folder, 'nowhere'), ...environment })).filter(
    ({ message }) => message.startsWith(area),
  )
const faults = (findings: readonly Finding[]) => findings.filter(({ kind }) => kind === 'FAULT')

test('[DR1] the embedded database: not there yet, whole, or impossible to open', async () => {
  const DATA_DIR = join(folder, 'embedded')
  const found = () => check('Database', { DATA_DIR })
  expect(await found()).toMatchObject([{ kind: 'note' }])
  await prepareDataFolder(DATA_DIR)
  expect(await found()).toMatchObject([
    { kind: 'ok', message: expect.stringMatching(/PostgreSQL \d+ answers/) },
  ])
  rmSync(join(DATA_DIR, 'database'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'database'), 'no folder')
  expect(await found()).toMatchObject([
    { kind: 'FAULT', message: expect.any(String), advice: expect.any(String) },
  ])
})

test('[DR1] the mail server is asked as a mail would, and none is sent', async () => {
  const found = async (SMTP_URL: string) => faults(await check('Mail', { SMTP_URL }))
  const open = await startMailServer({ authOptional: true })
  expect(await found(`${open.url}?insecure`)).toEqual([])
  expect(open.received).toEqual([])
  // Its certificate is not trusted.
  expect(await found(open.url)).toMatchObject([{ message: expect.stringContaining('no-tls') }])
  await open.close()
  const strict = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  expect(await found(`${strict.url.replace('//', '//kai:hush-hush@')}?insecure`)).toMatchObject([
    { message: expect.stringContaining(`${new URL(strict.url).host} cannot be used (login-refused)`) },
  ])
  await strict.close()
  expect(await found(`${strict.url}?insecure`)).toMatchObject([
    { advice: expect.stringContaining('firewall') },
  ])
  expect(await check('Mail', {})).toMatchObject([{ kind: 'note' }])
})

test('[DR1] Stripe: key and prices', async () => {
  const standIn = await startStripeStandIn({
    secretKey: 'sk_test_right',
    webhookUrl: null,
    webhookSecret: SIGNING_SECRET,
    now: Date.now,
  })
  const billing = {
    kind: 'stripe' as const,
    secretKey: standIn.secretKey,
    webhookSecret: 'whsec_0123456789abcdef0123456789abcdef',
    prices: STAND_IN_PRICE_IDS,
    host: standIn.url,
  }
  const checked = (changed: Partial<typeof billing>) =>
    checkStripePrices({ billing: { ...billing, ...changed } })
  expect(faults(await checked({}))).toEqual([])
  const { EUR } = STAND_IN_PRICE_IDS
  const swapped = faults(await checked({ prices: { EUR, USD: { month: EUR.month, year: 'price_nowhere' } } }))
  expect(swapped.map(({ message }) => message).toSorted()).toEqual([
    'does not tell the price of STRIPE_PRICES (USD a year) (status 404)',
    'the price of STRIPE_PRICES (USD a month) is in eur, not in USD',
  ])
  const wrongKey = faults(await checked({ secretKey: 'sk_test_wrong' }))
  expect(wrongKey[0]?.message).toContain('status 401')
  expect(wrongKey[0]?.advice).toContain('STRIPE_SECRET_KEY')
  expect(await checkStripePrices({ billing: { kind: 'none' } })).toMatchObject([{ kind: 'note' }])
  await standIn.close()
  expect(faults(await checked({}))[0]?.message).toContain('status none')
})

const servers: Server[] = []

const app = new Hono().route('/', forwardedForEchoRoutes({ configuration: { secret: SECRET } as never }))
const port = await listenOnFreePort(createAdaptorServer({ fetch: app.fetch }) as Server)
const proxy = async (forwarded: (given: string) => string | null) =>
  `http://127.0.0.1:${await listenOnFreePort(aProxy(forwarded))}`
const direct = `http://127.0.0.1:${port}`
const appending = await proxy(given => `${given}, 203.0.113.5`)
const replacing = await proxy(() => '203.0.113.5')
const forgetful = await proxy(() => null)
afterAll(() => servers.forEach(server => server.close()))

const checkAddress = async (origin: string, trustedProxies: number, key = SECRET) => {
  const found = await checkPublicAddress({ origin, trustedProxies, secret: key, production: true })
  return found.flatMap(finding =>
    finding.kind === 'FAULT' ? [`${finding.message} → ${finding.advice}`] : [],
  )
}

test('[DR1] TRUST_PROXY fits what the proxies write, or the doctor says what it should be', async () => {
  expect(await checkAddress(direct, 0)).toEqual([])
  expect(await checkAddress(appending, 1)).toEqual([])
  expect(await checkAddress(replacing, 1)).toEqual([])
  expect(await checkAddress(appending, 0)).toEqual([
    expect.stringMatching(/^1 proxies wrote the client's address, and TRUST_PROXY is 0 → Set TRUST_PROXY=1,/),
  ])
  expect(await checkAddress(replacing, 2)).toEqual([expect.stringContaining('Set TRUST_PROXY=1,')])
  expect(await checkAddress(forgetful, 1)).toEqual([
    expect.stringContaining('Set TRUST_PROXY=0, or let the proxies set X-Forwarded-For'),
  ])
  // Such a server would believe an invented address.
  expect(await checkAddress(direct, 1)).toEqual([expect.stringContaining('clients can invent addresses')])
})

test('[DR1] an address that leads nowhere, or to something else, or to a server with another SECRET', async () => {
  expect(await checkAddress('http://127.0.0.1:1', 0)).toEqual([expect.stringContaining('cannot be reached')])
  const other = createServer((_, response) => response.end('Welcome to nginx!'))
  expect(await checkAddress(`http://127.0.0.1:${await listenOnFreePort(other)}`, 0)).toEqual([
    expect.stringContaining('not as this server does'),
  ])
  expect(await checkAddress(direct, 0, 'another secret')).toEqual([
    expect.stringContaining('the same SECRET'),
  ])
})

async function listenOnFreePort(server: Server): Promise<number> {
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
