import type { Stripe } from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { priceFaults } from '#server/billing/prices.ts'
import { STAND_IN_PRICE_IDS, STAND_IN_PRICES } from '#stand-ins/stripe/account.ts'
import {
  aShop,
  requestCheckout,
  beginCheckout,
  never,
  getPlan,
  PORTAL_URL,
  REFRESH_URL,
  refreshPlan,
  CHECKOUT_URL,
  SIGNING_SECRET,
  WEBHOOK_URL,
} from './billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { aServer, readProblem, createSignedInBrowser, type TestBrowser } from '#tests/server/whole-server.ts'
import { signWebhook } from '#stand-ins/stripe/stripe-stand-in.ts'

const shop = await aShop([await openMemoryDatabase()])
afterAll(() => shop.close())

const lastRequest = (operation: string) => shop.standIn.seen.findLast(one => one.operation === operation)

test('[BI7] the checkout sells the specified subscription to the user and leads back to /account', async () => {
  const { id, email, browser } = await shop.aBuyer()
  const { sessionId, url } = await beginCheckout(browser, { interval: 'month', language: 'de-AT' })
  expect(lastRequest('POST /v1/checkout/sessions')).toMatchObject({
    idempotencyKey: expect.stringMatching(/^checkout-/),
    values: {
      mode: 'subscription',
      customer: await shop.customerOf(id),
      client_reference_id: id,
      line_items: { 0: { price: STAND_IN_PRICE_IDS.EUR.month, quantity: '1' } },
      success_url: 'http://localhost:3000/account?checkout=done',
      cancel_url: 'http://localhost:3000/account?checkout=cancelled',
      automatic_tax: { enabled: 'true' },
      allow_promotion_codes: 'true',
      subscription_data: { metadata: { userId: id } },
    },
  })
  expect(lastRequest('POST /v1/customers')).toMatchObject({ values: { email, metadata: { userId: id } } })
  expect(lastRequest('POST /v1/customers')?.idempotencyKey).toMatch(/^customer-/)
  expect(shop.standIn.state.sessions[sessionId]?.url).toBe(url)
})

test.each([
  ['is archived', { active: false }],
  ['is in usd, not in EUR', { currency: 'usd' }],
  ['is 2999 hundredths, not 299', { unit_amount: 2999 }],
  ['is not paid every month', { recurring: { interval: 'year', interval_count: 1, usage_type: 'licensed' } }],
  [
    'is not paid every month',
    { recurring: { interval: 'month', interval_count: 3, usage_type: 'licensed' } },
  ],
  ['is not paid every month', { recurring: null }],
  ['is metered', { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } }],
])('[BI7] a price that %s is reported', async (fault, wrong) => {
  const right = aPrice('EUR', 'month')
  expect(priceFaults(right, 'EUR', 'month')).toEqual([])
  expect(priceFaults({ ...right, ...wrong } as typeof right, 'EUR', 'month')).toEqual([fault])
})

test('[BI7] sells nothing at a price that differs from the screens, and everything at the others', async () => {
  const { EUR, USD } = STAND_IN_PRICE_IDS
  const billing = { ...shop.billing, prices: { EUR: { month: EUR.year, year: EUR.year }, USD } }
  const server = await serverWithoutCachedPrices(billing)
  const browser = await createSignedInBrowser(server, 'kai@example.org')
  const wrong = { interval: 'month', language: 'de' } as const
  expect(await readProblem(requestCheckout(browser, wrong))).toEqual([502, 'payment-provider-failed'])
  expect(server.logged.join('')).toContain('STRIPE_PRICES (EUR a month)')
  expect((await beginCheckout(browser, { interval: 'month', language: 'en' })).currency).toBe('USD')
})

test.each([
  'GET /v1/prices/:id',
  'POST /v1/customers',
  'GET /v1/subscriptions',
  'POST /v1/checkout/sessions',
])('[BI12] a checkout that fails at %s leaves nothing to pay and succeeds later', async of => {
  const failures = [
    { kind: 'status', status: 402 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'reset' },
  ] as const
  for (const failure of failures) {
    const { id, elsewhere: browser } = await shop.aBuyer(await serverWithoutCachedPrices())
    // Stripe's client retries once after a reset connection or a 5xx.
    const times = 'status' in failure && failure.status < 500 ? 1 : 2
    const before = countRequests(of)
    for (let time = 0; time < times; time += 1) shop.standIn.failNext({ ...failure, performed: false, of })
    expect(await readProblem(requestCheckout(browser))).toEqual([502, 'payment-provider-failed'])
    await expect.poll(() => countRequests(of) - before).toBe(times)
    expect(openSessionIds(id)).toEqual([])
    const { sessionId } = await beginCheckout(browser)
    expect(openSessionIds(id)).toEqual([sessionId])
    expect(await getPlan(browser)).toBe(null)
  }
})

test('[BI12][BI18] while Stripe is unreachable, checkout and portal fail and the plan stays as stored', async () => {
  const away = await aShop([await openMemoryDatabase()])
  const { browser } = await away.aPayer()
  expect(await refreshPlan(browser)).toBe('pro')
  const guest = await away.aBuyer()
  await beginCheckout(guest.browser)
  await away.standIn.close()
  expect(await readProblem(requestCheckout(guest.browser))).toEqual([502, 'payment-provider-failed'])
  expect(await readProblem(guest.browser.post(PORTAL_URL, {}))).toEqual([502, 'payment-provider-failed'])
  expect(await refreshPlan(browser)).toBe('pro')
  expect(await refreshPlan(guest.browser)).toBe(null)
  await away.first.close()
})

test('[AC7] opens the customer’s own portal, which leads back to /account; refuses users who never bought', async () => {
  const { id, browser } = await shop.aPayer()
  const answer = await browser.post(PORTAL_URL, {})
  expect(answer.status).toBe(201)
  const { url } = await answer.json()
  const portal = Object.values(shop.standIn.state.portals).find(one => one.url === url)
  expect(portal).toMatchObject({
    customer: await shop.customerOf(id),
    return_url: 'http://localhost:3000/account',
  })
  const stranger = await shop.aBuyer()
  expect(await readProblem(stranger.browser.post(PORTAL_URL, {}))).toEqual([404, 'no-customer'])
})

test('[AC7] a customer deleted at Stripe has no portal, is Free and can buy again', async () => {
  const { id, browser } = await shop.aPayer()
  expect(await refreshPlan(browser)).toBe('pro')
  const customer = await shop.customerOf(id)
  deleteAtStripe(customer)
  expect(await readProblem(browser.post(PORTAL_URL, {}))).toEqual([404, 'no-customer'])
  expect(await refreshPlan(browser)).toBe(null)
  await beginCheckout(browser)
  expect(await shop.customerOf(id)).not.toBe(customer)
})

test('[AC7] says of a subscription only what is true: no price with a discount, when it ends, nothing if past due', async () => {
  const { browser, subscription } = await shop.aPayer()
  const terms = async () => (await (await browser.post(REFRESH_URL, {})).json()).subscription
  const price = { interval: 'year', currency: 'USD', value: 19.99 }
  expect(await terms()).toMatchObject({ price, isRenewed: true })
  const [item] = subscription.items.data
  Object.assign(item, { discounts: ['di_2'] })
  expect(await terms()).toMatchObject({ price: null, isRenewed: true })
  Object.assign(item, { discounts: [] })
  Object.assign(subscription, { discounts: ['di_1'], cancel_at: 2_000_000_000 })
  expect(await terms()).toEqual({ price: null, periodEnd: 2_000_000_000_000, isRenewed: false })
  subscription.status = 'past_due'
  expect(await terms()).toBe(null)
})

test('[BI18] a paying user keeps Pro if the keys of another Stripe account are set by mistake', async () => {
  const { id, browser } = await shop.aPayer()
  expect(await refreshPlan(browser)).toBe('pro')
  await shop.db
    .updateTable('billing_account')
    .set({ customer_id: 'cus_elsewhere' })
    .where('user_id', '=', id)
    .execute()
  expect(await refreshPlan(browser)).toBe('pro')
})

const serverWithoutCachedPrices = (billing = shop.billing) =>
  aServer({}, { billing, database: shop.first.context.database })

const countRequests = (of: string) => shop.standIn.seen.filter(({ operation }) => operation === of).length

const openSessionIds = (userId: string) =>
  Object.values(shop.standIn.state.sessions)
    .filter(session => session.client_reference_id === userId && session.status === 'open')
    .map(({ id }) => id)

const aPrice = (currency: 'EUR' | 'USD', interval: 'month' | 'year') =>
  (STAND_IN_PRICES.find(({ id }) => id === STAND_IN_PRICE_IDS[currency][interval]) ?? never()) as Stripe.Price

function deleteAtStripe(customer: string) {
  const { state } = shop.standIn
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.customer === customer) subscription.status = 'canceled'
  state.customers[customer] = { id: customer, object: 'customer', deleted: true }
}

const PRICES = '/api/v1/billing/prices'

const pricesOf = async (browser: TestBrowser, language: string) =>
  (await browser.get(`${PRICES}?language=${language}`)).json()

test.each(['en', 'de', 'de-AT', 'fr', ''])(
  '[UP2] a user who has never paid gets the prices of a checkout in "%s" without a request to Stripe',
  async language => {
    const { browser } = await shop.aBuyer()
    const before = shop.standIn.seen.length
    const prices = await pricesOf(browser, language)
    expect(shop.standIn.seen.length).toBe(before)
    for (const interval of ['month', 'year'] as const) {
      const { currency, value } = await beginCheckout(browser, { interval, language: language || 'en' })
      expect(prices).toMatchObject({ currency, [interval]: value })
    }
  },
)

test('[UP2] a customer who has paid once sees and pays the same currency in every language', async () => {
  for (const [then, now, currency] of [['de', 'en', 'EUR'] as const, ['en', 'de', 'USD'] as const]) {
    const { browser, subscription } = await shop.aPayer({ language: then })
    shop.standIn.cancel(subscription.id)
    expect(await pricesOf(browser, now)).toMatchObject({ currency })
    expect(await beginCheckout(browser, { language: now })).toMatchObject({ currency })
  }
})

test('[UP2] shows no price if Stripe does not answer', async () => {
  const { browser } = await shop.aPayer()
  for (let tries = 0; tries < 2; tries += 1)
    shop.standIn.failNext({ kind: 'status', status: 500, performed: false, of: 'GET /v1/customers/:id' })
  expect(await readProblem(browser.get(PRICES))).toEqual([502, 'payment-provider-failed'])
  expect((await browser.get(PRICES)).status).toBe(200)
})

test('[UP2] price requests are limited and do not use up the purchase limit', async () => {
  const { browser } = await shop.aBuyer()
  for (let looks = 0; looks < 120; looks += 1) expect((await browser.get(PRICES)).status).toBe(200)
  expect(await readProblem(browser.get(PRICES))).toEqual([429, 'too-many-requests'])
  expect((await beginCheckout(browser)).value).toBe(19.99)
})

const nowSeconds = () => Math.floor(shop.first.context.now() / 1000)

function postWebhook(body: string, signature: string | null) {
  const signed = signature === null ? {} : { 'stripe-signature': signature }
  const headers = { 'content-type': 'application/json', ...signed }
  return Promise.resolve(shop.first.app.request(WEBHOOK_URL, { method: 'POST', headers, body }))
}

async function aPaymentEvent() {
  const payer = await shop.aPayer()
  const [event = never()] = shop.eventsOf(payer.customer)
  return { payer, event, body: JSON.stringify(event) }
}

test('[BI19] accepts an event with a valid signature, without origin, session or cookie', async () => {
  const { payer, body } = await aPaymentEvent()
  const answer = await postWebhook(body, signWebhook(body, SIGNING_SECRET, nowSeconds()))
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await getPlan(payer.browser)).toBe('pro')
})

test('[BI19] an event without a signature that is valid now is refused and changes nothing', async () => {
  const { payer, body } = await aPaymentEvent()
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
    expect([what, await readProblem(postWebhook(body, signature))]).toEqual([what, [400, 'bad-signature']])
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
  const { payer, event } = await aPaymentEvent()
  const before = shop.standIn.seen.length
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
  expect(shop.standIn.seen.length).toBe(before)
  expect(await getPlan(payer.browser)).toBe(null)
})

test('[BI1][BI19] nobody becomes Pro by another user’s session, customer or price', async () => {
  const { payer, event } = await aPaymentEvent()
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
  // Our own row decides whose the customer is, even if a signed event says otherwise.
  const object = { ...event.data.object, metadata: { userId: thief.id }, client_reference_id: thief.id }
  await shop.deliver({ ...event, data: { object } })
  expect([await getPlan(payer.browser), await getPlan(thief.browser)]).toEqual(['pro', null])
})
