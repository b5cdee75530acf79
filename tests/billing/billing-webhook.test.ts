import { afterAll, expect, test } from 'vitest'
import { signWebhook } from '#stand-ins/stripe/stripe-stand-in.ts'
import {
  aShop,
  CHECKOUT_URL,
  never,
  getPlan,
  PORTAL_URL,
  SIGNING_SECRET,
  WEBHOOK_URL,
} from './billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { readProblem } from '#tests/server/whole-server.ts'

const shop = await aShop([await openMemoryDatabase()])
afterAll(() => shop.close())

const nowSeconds = () => Math.floor(shop.first.context.now() / 1000)

function sent(body: string, signature: string | null, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers }
  const signed = signature === null ? all : { ...all, 'stripe-signature': signature }
  return Promise.resolve(shop.first.app.request(WEBHOOK_URL, { method: 'POST', headers: signed, body }))
}

/** Somebody who has paid, and the notice that would make them Pro. */
async function aNotice() {
  const payer = await shop.aPayer()
  const [event = never()] = shop.eventsOf(payer.customer)
  return { payer, event, body: JSON.stringify(event) }
}

test('[BI19] accepts an event with a valid signature, without origin, session or cookie', async () => {
  const { payer, body } = await aNotice()
  const answer = await sent(body, signWebhook(body, SIGNING_SECRET, nowSeconds()))
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await getPlan(payer.browser)).toBe('pro')
})

test('[BI19] a notice without a signature that is valid now is refused and changes nothing', async () => {
  const { payer, body } = await aNotice()
  const refused = {
    'no signature': null,
    'an empty one': '',
    nonsense: 't=1,v1=aa',
    'the secret of somebody else': signWebhook(body, 'whsec_of_somebody_else', nowSeconds()),
    'an empty secret': signWebhook(body, '', nowSeconds()),
    'the signature of another body': signWebhook('{}', SIGNING_SECRET, nowSeconds()),
    'the time moved': signWebhook(body, SIGNING_SECRET, nowSeconds() - 9000).replace(
      /^t=\d+/,
      `t=${nowSeconds()}`,
    ),
    'an old one': signWebhook(body, SIGNING_SECRET, nowSeconds() - 301),
    'another scheme': signWebhook(body, SIGNING_SECRET, nowSeconds()).replace('v1=', 'v0='),
  }
  for (const [what, signature] of Object.entries(refused))
    expect([what, await readProblem(sent(body, signature))]).toEqual([what, [400, 'bad-signature']])
  expect(await getPlan(payer.browser)).toBe(null)
  expect(await shop.rowsOf(payer.id)).toEqual([])
})

test('[BI19] the origin guard is off for this one path and method only', async () => {
  const { app } = shop.first
  const send = (path: string, method: string) =>
    readProblem(app.request(path, { method, headers: { 'content-type': 'application/json' }, body: '{}' }))
  expect(await send(`${WEBHOOK_URL}/`, 'POST')).toEqual([403, 'foreign-origin'])
  expect(await send(WEBHOOK_URL, 'PUT')).toEqual([403, 'foreign-origin'])
  expect(await send(CHECKOUT_URL, 'POST')).toEqual([403, 'foreign-origin'])
})

test('[BI19] events of unknown customers, without a customer or of other types change nothing', async () => {
  const { payer, event } = await aNotice()
  const asked = () => shop.standIn.seen.length
  const before = asked()
  const about = (object: object, type: string = event.type) => ({
    ...event,
    type,
    data: { ...event.data, object },
  })
  const strangers = [
    about({ ...event.data.object, customer: 'cus_of_another_product' }),
    about({ ...event.data.object, customer: null }),
    about({ object: 'balance' }, 'balance.available'),
    about(event.data.object, 'payment_intent.created'),
  ]
  for (const stranger of strangers) expect((await shop.deliver(stranger as typeof event)).status).toBe(200)
  expect(asked()).toEqual(before)
  expect(await getPlan(payer.browser)).toBe(null)
})

test('[BI1][BI19] nobody becomes Pro by another user’s session, customer or price', async () => {
  const { payer, event } = await aNotice()
  const thief = await shop.aBuyer()
  const { id: session } = Object.values(shop.standIn.state.sessions).at(-1) ?? never()
  const customer = await shop.customerOf(payer.id)
  const tries = [
    { interval: 'year', language: 'en', sessionId: session },
    { interval: 'year', language: 'en', customer },
    { interval: 'year', language: 'en', price: 'price_of_one_cent', value: 0.01 },
    { interval: 'year', language: 'en', userId: payer.id },
    { interval: 'year', language: 'en', success_url: 'https://elsewhere.example' },
  ]
  for (const body of tries) expect((await thief.browser.post(CHECKOUT_URL, body)).status).toBe(422)
  expect((await thief.browser.post(PORTAL_URL, { customer })).status).toBe(422)
  expect((await thief.browser.post('/api/v1/billing/refresh', { sessionId: session })).status).toBe(422)
  // Whatever a signed notice says about whose it is: whose the customer is, our own row tells.
  const object = { ...event.data.object, metadata: { userId: thief.id }, client_reference_id: thief.id }
  await shop.deliver({ ...event, data: { object } })
  expect([await getPlan(payer.browser), await getPlan(thief.browser)]).toEqual(['pro', null])
})
