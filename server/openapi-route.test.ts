import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser, aServer, signedIn } from '#tests/whole-server.ts'
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

test('[HT18] answers are as they are described, to somebody who is signed in and to nobody', async () => {
  const { paths } = await (await aBrowser(server).get('/openapi.json')).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const asked = []
  for (const browser of [aBrowser(server), await signedIn(server, 'anna@example.org')]) {
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

type Described = { content?: Record<string, { schema: object }> }
