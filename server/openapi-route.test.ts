import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser, aServer } from '#tests/whole-server.ts'
import type { TestServer } from '#tests/whole-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

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

test('[HT18] bodies are described by the schemas that check them', async () => {
  const { paths } = await (await aBrowser(server).get('/openapi.json')).json()
  const schemaOf = (path: string) => paths[path].post.requestBody.content['application/json'].schema
  expect(schemaOf('/api/v1/feedback')).toMatchObject({
    required: ['text', 'language', 'screen'],
    properties: { text: { type: 'string', minLength: 1, maxLength: 4000 } },
    additionalProperties: false,
  })
  expect(schemaOf('/api/v1/sign-in-links/confirm')).toMatchObject({ required: ['email'] })
  expect(schemaOf('/api/v1/sync').required).toContain('changes')
})
