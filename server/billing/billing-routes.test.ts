import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aServer, readProblem, createSignedInBrowser } from '#tests/server/whole-server.ts'

const CHECKOUT = '/api/v1/billing/checkout-sessions'
const PORTAL = '/api/v1/billing/portal-sessions'
const REFRESH = '/api/v1/billing/refresh'
const yearly = { interval: 'year', language: 'en' }

const server = await aServer()
afterAll(() => server.close())

test.each([
  ['without an interval', { language: 'en' }, 'interval'],
  ['a week', { interval: 'week', language: 'en' }, 'interval'],
  ['without a language', { interval: 'month' }, 'language'],
  ['an endless language', { interval: 'month', language: 'x'.repeat(36) }, 'language'],
])('[BI1] a checkout %s is refused with the field that is wrong', async (_, body, field) => {
  const answer = await (await aMusician()).post(CHECKOUT, body)
  expect(answer.status).toBe(422)
  const { errors } = await answer.json()
  expect(errors).toMatchObject([{ field }])
})

test.each([
  [CHECKOUT, yearly],
  [PORTAL, {}],
])('[BI12] without a payment provider %s says so', async (path, body) => {
  expect(await readProblem((await aMusician()).post(path, body))).toEqual([503, 'billing-not-configured'])
})

test('[BI1] limits a user to sixty calls an hour without affecting others', async () => {
  const browser = await aMusician()
  for (let calls = 0; calls < 60; calls += 1) expect((await browser.post(PORTAL, {})).status).toBe(503)
  const refused = await browser.post(CHECKOUT, yearly)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await (await aMusician()).post(PORTAL, {})).status).toBe(503)
  // Refreshing still works, because every visit of the account screen does it.
  expect((await browser.post(REFRESH, {})).status).toBe(200)
})

const aMusician = () => createSignedInBrowser(server, `${randomUUID()}@example.org`)
