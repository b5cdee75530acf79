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
  refreshPlan,
} from './billing-shop.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { aServer, readProblem, createSignedInBrowser } from '#tests/server/whole-server.ts'

const shop = await aShop([await openMemoryDatabase()])
afterAll(() => shop.close())

const asked = (operation: string) => shop.standIn.seen.findLast(one => one.operation === operation)

test('[BI7] the checkout sells the specified subscription to the user and leads back to /account', async () => {
  const { id, email, browser } = await shop.aBuyer()
  const { sessionId, url } = await beginCheckout(browser, { interval: 'month', language: 'de-AT' })
  expect(asked('POST /v1/checkout/sessions')).toMatchObject({
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
  expect(asked('POST /v1/customers')).toMatchObject({ values: { email, metadata: { userId: id } } })
  expect(asked('POST /v1/customers')?.idempotencyKey).toMatch(/^customer-/)
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
])('[BI7] a price that %s is found out', async (fault, wrong) => {
  const right = aPrice('EUR', 'month')
  expect(priceFaults(right, 'EUR', 'month')).toEqual([])
  expect(priceFaults({ ...right, ...wrong } as typeof right, 'EUR', 'month')).toEqual([fault])
})

test('[BI7] sells nothing at a price that differs from the screens, and everything at the others', async () => {
  const { EUR, USD } = STAND_IN_PRICE_IDS
  const billing = { ...shop.billing, prices: { EUR: { month: EUR.year, year: EUR.year }, USD } }
  const server = await anotherServer(billing)
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
])(
  '[BI12] a checkout that fails at %s, in whatever way, leaves nothing to pay and succeeds later',
  async of => {
    const failures = [
      { kind: 'status', status: 402 },
      { kind: 'status', status: 429 },
      { kind: 'status', status: 500 },
      { kind: 'reset' },
    ] as const
    for (const failure of failures) {
      const { id, elsewhere: browser } = await shop.aBuyer(await anotherServer())
      // Stripe's client tries a second time what may have been an accident.
      const times = 'status' in failure && failure.status < 500 ? 1 : 2
      const before = asksFor(of)
      for (let time = 0; time < times; time += 1) shop.standIn.failNext({ ...failure, performed: false, of })
      expect(await readProblem(requestCheckout(browser))).toEqual([502, 'payment-provider-failed'])
      await expect.poll(() => asksFor(of) - before).toBe(times)
      expect(openFor(id)).toEqual([])
      const { sessionId } = await beginCheckout(browser)
      expect(openFor(id)).toEqual([sessionId])
      expect(await getPlan(browser)).toBe(null)
    }
  },
)

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

/** One that has not looked up the prices yet, on the same database. */
const anotherServer = (billing = shop.billing) =>
  aServer({}, { billing, database: shop.first.context.database })

const asksFor = (of: string) => shop.standIn.seen.filter(({ operation }) => operation === of).length

const openFor = (userId: string) =>
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
