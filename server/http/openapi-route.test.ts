import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

/** The OpenID providers define its parameters. */
const CALLBACKS = new Set(['GET /api/auth/callback/{provider}'])

const server = await aServer()
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
  // Routes for ALL methods are middleware, and the last one answers unknown paths.
  const routes = server.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
  const there = routes.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`,
  )
  expect(there.length).toBeGreaterThan(20)
  expect([...new Set(there)].filter(route => !described.includes(route) && !CALLBACKS.has(route))).toEqual([])
})
