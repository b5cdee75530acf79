import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressResponses } from './compress-responses.ts'
import { jsonResponse } from './problem-response.ts'

const LONG = { pieces: Array.from({ length: 50 }, (_, number) => ({ name: `Étude ${number}` })) }
const app = new Hono()
  .use(async (exchange, next) => {
    await next()
    exchange.res.headers.set('x-later', 'yes')
  })
  .use(compressResponses)
  .get('/long', exchange => exchange.json(LONG, 200, { 'set-cookie': 'a=1' }))
  .get('/short', exchange => exchange.json({ name: 'Étude' }))
  .get('/long-with-length', exchange => jsonResponse(exchange, LONG))
  .get('/empty', exchange => exchange.body(null, 204))
  .get('/live', exchange =>
    exchange.body('data: 1\n\n'.repeat(500), 200, { 'content-type': 'text/event-stream' }),
  )

const get = (path: string, accepted?: string) =>
  app.request(path, accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
] as const)('a long answer is compressed for %s with %s', async (accepted, encoding, decode) => {
  const answer = await get('/long', accepted)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('set-cookie')).toBe('a=1')
  expect(answer.headers.get('x-later')).toBe('yes')
  const body = await bytesOf(answer)
  expect(JSON.parse(decode(body).toString())).toEqual(LONG)
  expect(body.length).toBeLessThan(JSON.stringify(LONG).length / 2)
})

test('what says its length no longer does when it is compressed', async () => {
  const answer = await get('/long-with-length', 'br')
  expect(answer.headers.has('content-length')).toBe(false)
  expect(JSON.parse(brotliDecompressSync(await bytesOf(answer)).toString())).toEqual(LONG)
})

test('short answers, none, the event stream and clients that read nothing else get it as it is', async () => {
  const plain = async (path: string, accepted?: string) => {
    const answer = await get(path, accepted)
    expect(answer.headers.has('content-encoding')).toBe(false)
    return answer.text()
  }
  expect(await plain('/short', 'br')).toBe('{"name":"Étude"}')
  expect(await plain('/empty', 'br')).toBe('')
  expect(await plain('/live', 'br')).toMatch(/^data: 1/)
  expect(JSON.parse(await plain('/long'))).toEqual(LONG)
  expect(JSON.parse(await plain('/long', 'identity'))).toEqual(LONG)
  expect((await get('/long')).headers.get('vary')).toBe('Accept-Encoding')
})
