import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser, aServer, readProblem, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const CHECKOUT = '/api/v1/billing/checkout-sessions'
const PORTAL = '/api/v1/billing/portal-sessions'
const REFRESH = '/api/v1/billing/refresh'
const yearly = { interval: 'year', language: 'en' }
const CALLS = [
  [CHECKOUT, yearly],
  [PORTAL, {}],
  [REFRESH, {}],
] as const

let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test.each(CALLS)(
  '[BI1] %s is for the signed-in user of the page, and for our own pages',
  async (path, body) => {
    expect(await readProblem(aBrowser(server).post(path, body))).toEqual([401, 'signed-out'])
    const browser = await aMusician()
    const others = { 'x-dacapo-user': randomUUID() }
    expect(await readProblem(browser.post(path, body, others))).toEqual([401, 'signed-out'])
    const foreign = { origin: 'https://elsewhere.example' }
    expect(await readProblem(browser.post(path, body, foreign))).toEqual([403, 'foreign-origin'])
  },
)

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

test('[BI13] a Pro user cannot buy again', async () => {
  const browser = await aMusician()
  await subscribe(browser, 'active')
  expect(await readProblem(browser.post(CHECKOUT, yearly))).toEqual([409, 'already-pro'])
})

test('[BI18] returns the plan according to the user’s own subscriptions', async () => {
  const browser = await aMusician()
  const planOf = async (who: TestBrowser) => (await who.post(REFRESH, {})).json()
  expect(await planOf(browser)).toEqual({ stripeRole: null })
  await subscribe(browser, 'canceled')
  expect(await planOf(browser)).toEqual({ stripeRole: null })
  await subscribe(browser, 'past_due')
  expect(await planOf(browser)).toEqual({ stripeRole: 'pro' })
  expect(await planOf(await aMusician())).toEqual({ stripeRole: null })
})

test('[BI1] limits a user to sixty calls an hour without affecting others', async () => {
  const browser = await aMusician()
  for (let calls = 0; calls < 60; calls += 1) expect((await browser.post(REFRESH, {})).status).toBe(200)
  const refused = await browser.post(CHECKOUT, yearly)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await (await aMusician()).post(REFRESH, {})).status).toBe(200)
})

const aMusician = () => createSignedInBrowser(server, `${randomUUID()}@example.org`)

async function subscribe(browser: TestBrowser, status: string) {
  const { user } = await (await browser.get('/api/v1/session')).json()
  const row = { user_id: user.id, id: `sub_${randomUUID()}`, status }
  await server.context.database.db.insertInto('subscription').values(row).execute()
}
