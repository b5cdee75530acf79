import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'
import { syncRound } from '#tests/library/library-changes.ts'

/** Where providers of sign-ins send browsers back to, in a form of theirs. */
const OF_OTHERS = new Set(['GET /api/auth/callback/{provider}'])
let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('[HT18] the document is valid OpenAPI', async () => {
  const document = await (await aBrowser(server).get('/openapi.json')).json()
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
})

test('[HT18] what is described exists, with that method', async () => {
  const { openapi, paths } = await (await aBrowser(server).get('/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map(method => ({ path, method: method.toUpperCase() })),
  )
  expect(operations.length).toBeGreaterThan(8)
  for (const { path, method } of operations) {
    const answer = await aBrowser(server).send(path, method === 'POST' ? { method, body: {} } : { method })
    expect([path, answer.status]).not.toEqual([path, 404])
  }
})

test('[HT18] every route of the interface is described, with its method', async () => {
  const { paths } = await (await aBrowser(server).get('/openapi.json')).json()
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  // Routes for ALL methods are middleware, and the last one answers what is not there.
  const routes = server.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
  const there = routes.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`,
  )
  expect(there.length).toBeGreaterThan(20)
  expect([...new Set(there)].filter(route => !described.includes(route) && !OF_OTHERS.has(route))).toEqual([])
})

test('[HT18] answers are as they are described, to somebody who is signed in and to nobody', async () => {
  const { paths } = await (await aBrowser(server).get('/openapi.json')).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const asked = []
  for (const browser of [aBrowser(server), await createSignedInBrowser(server, 'anna@example.org')]) {
    for (const [path, { get }] of Object.entries<{ get?: { responses: Record<number, Described> } }>(paths)) {
      const schema = get?.responses[200]?.content?.['application/json']?.schema
      const answer = schema === undefined ? null : await browser.get(path)
      if (schema === undefined || answer?.status !== 200) continue
      asked.push(path)
      expect([path, ajv.validate(schema, await answer.json()), ajv.errors]).toEqual([path, true, null])
    }
  }
  expect(asked.filter(path => path === '/api/v1/session')).toHaveLength(2)
  expect(asked).toEqual(expect.arrayContaining(['/api/v1/sessions', '/api/v1/account/export']))
})

test('[HT18] whoever asks too often gets the document that is described, with the time to try again', async () => {
  const limits = [
    'mailsPerClient',
    'socialSignInsPerClient',
    'feedbackPerClient',
    'syncPerMinute',
    'eventsPerMinute',
  ]
  const limited = await aServer({ LIMITS: limits.map(limit => `${limit}=1`).join(',') })
  const browser = await createSignedInBrowser(limited, 'kai@example.org')
  const { paths, components } = await (await browser.get('/openapi.json')).json()
  const ajv = new Ajv2020({ strict: false })
  const round = syncRound([], 1)
  const bodies = {
    '/api/v1/sign-in-links': { email: 'clara@example.org', language: 'en' },
    '/api/auth/sign-in/social': { provider: 'google', way: 'page', attempt: crypto.randomUUID() },
    '/api/v1/feedback': { text: 'More trills', language: 'en', screen: '/' },
    '/api/v1/events': { events: [{ name: 'add_piece', at: 1 }] },
    '/api/v1/sync': round,
  }
  for (const [path, body] of Object.entries(bodies)) {
    await browser.post(path, body)
    const answer = await browser.post(path, body)
    const document = await answer.json()
    const described = paths[path].post.responses[429]
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      429,
      'application/problem+json',
    ])
    expect(described.description).toContain(document.code)
    expect(ajv.validate(components.schemas.Problem, document)).toBe(true)
    expect(
      ajv.validate(described.headers['Retry-After'].schema, Number(answer.headers.get('retry-after'))),
    ).toBe(true)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await limited.close()
})
type Described = { content?: Record<string, { schema: object }> }

test('[HT18] the description is compressed once, and then answered from memory', async () => {
  const another = await aServer()
  const seconds = async (count: number) => {
    const before = process.cpuUsage()
    for (let asked = 0; asked < count; asked += 1) {
      const answer = await another.app.request('/openapi.json', { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers.get('content-encoding')).toBe('br')
      await answer.arrayBuffer()
    }
    return process.cpuUsage(before).user / 1e6
  }
  const first = await seconds(1)
  expect(await seconds(40)).toBeLessThan(first * 10)
  await another.close()
})
