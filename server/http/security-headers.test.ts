import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const settings = { origin: 'https://dacapo.example', feedbackWidget: null }
const app = new Hono()
  .use(securityHeaders(settings))
  .get('*', exchange => exchange.body('', 200, { 'content-type': exchange.req.query('type') ?? '' }))

const namesOf = async (path: string, type: string) => {
  const { headers } = await app.request(`${path}?type=${encodeURIComponent(type)}`)
  return [...headers.keys()].filter(name => name !== 'content-type')
}

test.each(['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2'])(
  '[HT6] a built file of the type %s carries only the headers that concern it',
  async type => {
    const lean = ['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options']
    expect(await namesOf('/assets/main-abc123.js', type)).toEqual(lean)
  },
)

test.each([
  ['a page', '/', 'text/html; charset=utf-8'],
  ['a page that is missing', '/assets/gone', 'text/html; charset=utf-8'],
  ['a drawing, which can be opened as a page', '/assets/logo-abc123.svg', 'image/svg+xml'],
  ['the script of the service worker', '/service-worker.js', 'text/javascript; charset=utf-8'],
  ['an answer', '/api/v1/session', 'application/json'],
])('[HT6] %s carries all of them', async (_, path, type) => {
  expect(await namesOf(path, type)).toEqual(
    expect.arrayContaining(['content-security-policy', 'permissions-policy', 'x-frame-options']),
  )
})
