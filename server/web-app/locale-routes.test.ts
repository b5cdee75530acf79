import { resolve } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { localeRoutes } from './locale-routes.ts'

const app = new Hono().route('/locales', localeRoutes(resolve(import.meta.dirname, '../../locales')))

test('[HT8] the texts of a language and namespace are given, and kept only after asking again', async () => {
  const answer = await app.request('/locales/de/mail.json')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.json()).toMatchObject({ signIn: { title: 'Bei Dacapo anmelden' } })
  const etag = answer.headers.get('etag') ?? ''
  expect((await app.request('/locales/de/mail.json', { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  )
  expect((await app.request('/locales/en/mail.json', { headers: { 'if-none-match': etag } })).status).toBe(
    200,
  )
})

test('[HT8] nothing else on the disk can be read', async () => {
  for (const path of [
    '/locales/xx/mail.json',
    '/locales/de/nothing.json',
    '/locales/../package.json',
    '/locales/de/..%2f..%2fpackage.json',
    '/locales/%2e%2e/package.json',
    '/locales/..%2f..%2fetc/passwd',
    '/locales/de/mail',
    '/locales/de',
    '/locales/',
  ]) {
    const answer = await app.request(`http://localhost:3000${path}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('dacapo')
  }
})
