import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aBrowser, aServer, createSignedInBrowser, readProblem } from '#tests/server/whole-server.ts'

const LINKS = '/api/v1/sign-in-links'
const BODY = { email: 'kai@example.org', language: 'en' }
const server = await aServer({ OPERATOR_NAME: 'Ada', METRICS_TOKEN: 'a token that shows the figures' })
afterAll(() => server.close())

test.each([
  ['an unknown address', 'GET', '/api/v1/nothing', undefined, 404, 'not-found'],
  ['an unknown address to change', 'DELETE', '/api/nothing', undefined, 404, 'not-found'],
  ['the wrong method', 'GET', LINKS, undefined, 404, 'not-found'],
  ['what is not JSON', 'POST', LINKS, '{"email":', 400, 'malformed-json'],
  ['33 lists in each other', 'POST', LINKS, '['.repeat(33) + ']'.repeat(33), 400, 'malformed-json'],
  ['33 brackets in a text', 'POST', LINKS, `"\\"${'['.repeat(33)}"`, 422, 'validation'],
  ['a body that is no object', 'POST', LINKS, '"kai@example.org"', 422, 'validation'],
  ['an unknown field', 'POST', LINKS, '{"email":"kai@example.org","admin":true}', 422, 'validation'],
] as const)('[HT1] %s is answered with a problem document', async (_, method, path, body, status, code) => {
  const answer = await aBrowser(server).send(path, { method, ...(body === undefined ? {} : { body }) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({
    type: `/problems/${code}`,
    status,
    code,
    title: expect.any(String),
  })
})

test('a long answer is compressed where that can be read, a short one and a problem never', async () => {
  const get = (path: string, encoding: string) =>
    aBrowser(server).send(path, { method: 'GET', headers: { 'accept-encoding': encoding } })
  const long = await get('/openapi.json', 'gzip, deflate, br')
  expect(long.headers.get('content-encoding')).toBe('gzip')
  expect(JSON.parse(gunzipSync(await long.arrayBuffer()).toString())).toHaveProperty('openapi')
  expect(await (await get('/openapi.json', 'gzip;q=0')).json()).toHaveProperty('openapi')
  for (const path of ['/api/v1/session', '/api/v1/nothing'])
    expect((await get(path, 'gzip')).headers.has('content-encoding')).toBe(false)
})

test('[HT1] what nobody foresaw is a server error that tells nothing, and is logged', async () => {
  const mailer = { send: () => Promise.reject(new Error('the printer is on fire')) }
  const broken = await aServer({}, { mailer })
  const answer = await aBrowser(broken).post(LINKS, BODY)
  expect(answer.status).toBe(500)
  const server = { type: '/problems/server-error', title: 'Server error', status: 500, code: 'server-error' }
  expect(await answer.json()).toEqual(server)
  expect(broken.logged.join('')).toContain('the printer is on fire')
  await broken.close()
})

test('[HT1] while the database is away, everything that needs it says so and when to try again', async () => {
  const broken = await aServer()
  const browser = await createSignedInBrowser(broken, 'kai@example.org')
  await broken.close()
  // A cookie without a valid signature leads to 401, but only the database knows why its session has ended.
  const unsigned = await aBrowser(broken).send('/api/v1/billing/prices?language=en', {
    headers: { cookie: 'dacapo.session_token=a.b' },
  })
  for (const answer of [await browser.get('/api/v1/session'), await browser.post(LINKS, BODY), unsigned]) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toBe('5')
  }
})

test('[CF4] a page opened as another address than ORIGIN leaves one line with both in the log', async () => {
  const moved = await aServer()
  const browser = aBrowser(moved)
  const openedAs = (origin: string, site?: string) =>
    browser.send(LINKS, {
      method: 'POST',
      body: { email: 'clara@example.org' },
      headers: { origin, ...(site !== undefined && { 'sec-fetch-site': site }) },
    })
  await openedAs('https://evil.example', 'cross-site')
  expect(moved.logged.join('')).not.toContain('evil.example')
  for (const _ of [1, 2]) await openedAs('http://10.0.0.7:3000')
  const lines = moved.logged.filter(line => line.includes('http://10.0.0.7:3000'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(moved.context.configuration.origin)
  await moved.close()
})

test('[HT2] no answer allows another site to read it', async () => {
  const answer = await aBrowser(server).send('/api/v1/session', {
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  const preflight = await aBrowser(server).send(LINKS, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(404)
  expect([...preflight.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
})

test('[HT2] a body that does not say it is JSON is refused', async () => {
  const post = (type: string) => aBrowser(server).post(LINKS, BODY, { 'content-type': type })
  for (const type of [
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ])
    expect(await readProblem(post(type))).toEqual([415, 'unsupported-media-type'])
  expect((await post('application/json; charset=utf-8')).status).toBe(204)
})

test('[HT6] every answer, failures too, carries a policy without anything inline', async () => {
  const browser = aBrowser(server)
  const paths = [
    '/practice',
    '/healthz',
    '/api/v1/session',
    '/api/nothing',
    server.dev('/dev/mailbox'),
    '/nowhere.js',
  ]
  const answers = await Promise.all([
    ...paths.map(browser.get),
    browser.post(LINKS, {}, { origin: 'https://evil.example' }),
  ])
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.has('strict-transport-security')).toBe(false)
  }
})

test('[HT6] the page whose address contains the sign-in token sends no referrer', async () => {
  for (const link of [
    '/confirm?token=abc',
    '//confirm?token=abc',
    '/Confirm%3Ftoken=abc',
    '/CONFIRM/?token=abc',
  ]) {
    const { status, headers } = await aBrowser(server).get(link)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(status).not.toBe(404)
  }
})

test('[HT6] over https the browser is told to stay there', async () => {
  const production = await aServer(PRODUCTION_ENVIRONMENT)
  const { headers } = await aBrowser(production).get('/healthz')
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
  await production.close()
})

test('[HT6] nothing under /api may be stored', async () => {
  const browser = aBrowser(server)
  const answers = [
    await browser.get('/api/v1/session'),
    await browser.get('/api/no'),
    await browser.post(LINKS, {}),
  ]
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
})

test('[HT10] health and readiness', async () => {
  const browser = aBrowser(server)
  expect((await browser.get('/healthz')).status).toBe(200)
  expect((await browser.get('/readyz')).status).toBe(200)
  const broken = await aServer()
  await broken.close()
  expect((await aBrowser(broken).get('/healthz')).status).toBe(200)
  expect((await aBrowser(broken).get('/readyz')).status).toBe(503)
})

test('[HT11] figures are given only with the token, and name routes', async () => {
  const browser = aBrowser(server)
  await browser.get('/confirm?token=verysecret')
  await browser.get('/api/v1/session')
  for (const authorization of ['', 'Bearer', 'Bearer wrong', 'a token that shows the figures']) {
    expect((await browser.send('/metrics', { headers: { authorization } })).status).toBe(404)
  }
  const answer = await browser.send('/metrics', {
    headers: { authorization: 'Bearer a token that shows the figures' },
  })
  const text = await answer.text()
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/session",status="200"\} \d/,
  )
  expect(text).not.toContain('verysecret')
  const withoutToken = await aServer()
  const headers = { authorization: 'Bearer ' }
  expect((await aBrowser(withoutToken).send('/metrics', { headers })).status).toBe(404)
  await withoutToken.close()
})

test('[HT18][BI12] the configuration a screen needs is told, also that nothing is sold, and no secret with it', async () => {
  const browser = aBrowser(server)
  const answer = await (await browser.get('/api/v1/config')).json()
  expect(answer).toMatchObject({
    providers: ['google', 'facebook', 'twitter'],
    billing: false,
    mailbox: 'terminal',
    operator: { name: 'Ada' },
  })
  expect(JSON.stringify(answer)).not.toMatch(/figures|secret|long enough/)
  const notice = await browser.post('/api/v1/stripe/webhook', {})
  expect((await notice.json()).code).toBe('billing-not-configured')
})

test('[CF4] on a development machine, pages move to the one name that signing in works with', async () => {
  const navigate = (host: string) =>
    aBrowser(server).send('/confirm?token=a', { headers: { host, 'sec-fetch-mode': 'navigate' } })
  const moved = await navigate('127.0.0.1:3000')
  expect(moved.status).toBe(307)
  expect(moved.headers.get('location')).toBe('http://localhost:3000/confirm?token=a')
  for (const host of ['localhost:3000', 'evil.example']) expect((await navigate(host)).status).not.toBe(307)
})
