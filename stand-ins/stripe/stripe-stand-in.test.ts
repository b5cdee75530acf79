import { afterEach, expect, test } from 'vitest'
import { Stripe } from 'stripe'
import { withPaymentStandInIfNeeded } from '#server/start-server.ts'
import { configRoutes } from '#server/settings/config-route.ts'
import { readConfiguration, type Configuration } from '#server/settings/configuration.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'
import { standIns } from '../stand-ins.ts'
import { STAND_IN_PRICE_IDS } from './account.ts'
import { startStripeStandIn } from './stripe-stand-in.ts'

const SECRET = 'whsec_of_this_test'
const DEVELOPMENT = { SECRET: 'a secret for tests, long enough for all' }
const HOME = 'http://localhost:3000/account'
const DAY = 86_400_000
const openServers: { close: () => Promise<void> }[] = []
let clock = Date.parse('2026-11-20T12:00:00Z')

afterEach(async () => {
  for (const server of openServers.splice(0).reverse()) await server.close()
})

test('the same key gives the same answer, another request under it is refused', async () => {
  const { stripe, standIn } = await aStandIn()
  const { id } = await stripe.customers.create({ email: 'clara@example.org' })
  const key = { idempotencyKey: 'one' }
  const first = await stripe.checkout.sessions.create(checkoutOf(id), key)
  expect((await stripe.checkout.sessions.create(checkoutOf(id), key)).id).toBe(first.id)
  const other = stripe.checkout.sessions.create({ ...checkoutOf(id), locale: 'en' }, key)
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(Object.keys(standIn.state.sessions)).toHaveLength(1)
})

test('a session is paid once, expires by itself or because it is told to, and never goes back', async () => {
  const { stripe, standIn } = await aStandIn()
  const { customer, session } = await aBuyer({ stripe, standIn })
  expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({ status: 'complete', url: null })
  expect(() => standIn.pay(session)).toThrow('not open')
  await expect(stripe.checkout.sessions.expire(session)).rejects.toMatchObject({ statusCode: 400 })

  const expired = await stripe.checkout.sessions.create(checkoutOf(customer))
  expect(await stripe.checkout.sessions.expire(expired.id)).toMatchObject({ status: 'expired' })
  const left = await stripe.checkout.sessions.create(checkoutOf(customer))
  clock += DAY
  expect(await stripe.checkout.sessions.retrieve(left.id)).toMatchObject({ status: 'expired' })
  for (const { id } of [expired, left]) expect(() => standIn.pay(id)).toThrow('not open')
  expect((await stripe.checkout.sessions.list({ customer, status: 'open' })).data).toEqual([])
})

test('a subscription runs, becomes past due, and ends with its period or at once', async () => {
  const { stripe, standIn } = await aStandIn()
  const { subscription, customer } = await aBuyer({ stripe, standIn })
  const state = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]
  const end = (await state())?.items.data[0]?.current_period_end ?? 0
  expect(new Date(end * 1000).getUTCFullYear()).toBe(2027)
  standIn.makePastDue(subscription)
  expect((await state())?.status).toBe('past_due')
  standIn.recover(subscription)
  standIn.cancelAtPeriodEnd(subscription)
  expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: true })
  clock += 366 * DAY
  expect((await state())?.status).toBe('canceled')

  const again = standIn.pay((await stripe.checkout.sessions.create(checkoutOf(customer))).id)
  expect(await stripe.subscriptions.cancel(again.id)).toMatchObject({ status: 'canceled' })
  await expect(stripe.subscriptions.cancel(again.id)).rejects.toMatchObject({ code: 'resource_missing' })
  const all = await stripe.subscriptions.list({ customer, status: 'all' })
  expect(all.data.map(({ id }) => id)).toEqual([again.id, subscription])
})

test('[SS1] in production there is no stand-in: without keys nobody takes payments', async () => {
  const configuration = read(PRODUCTION_ENVIRONMENT)
  const started = standIns.startPayments(configuration, Date.now)
  await expect(started).rejects.toThrow('development machines only')
  expect(await config(configuration)).toMatchObject({ billing: false, testPayments: false })
})

test('[SS1] a development machine has one, unless keys are set, and says that payments are only tests', async () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_mine',
    STRIPE_WEBHOOK_SECRET: 'whsec_mine',
    STRIPE_PRICES: 'price_1,price_2,price_3,price_4',
  }
  expect(await config(read({ ...DEVELOPMENT, ...keys }))).toMatchObject({
    billing: true,
    testPayments: false,
  })
  expect(await config(read(DEVELOPMENT))).toMatchObject({ billing: true, testPayments: true })
})

async function aStandIn() {
  const settings = { secretKey: 'sk_test_1', webhookUrl: null, webhookSecret: SECRET, now: () => clock }
  const standIn = await startStripeStandIn(settings)
  openServers.push(standIn)
  return { standIn, stripe: new Stripe(standIn.secretKey, { ...standIn.url, maxNetworkRetries: 0 }) }
}

async function aBuyer({ stripe, standIn }: Awaited<ReturnType<typeof aStandIn>>) {
  const customer = await stripe.customers.create({ email: 'clara@example.org' })
  const session = await stripe.checkout.sessions.create(checkoutOf(customer.id))
  const subscription = standIn.pay(session.id)
  return { customer: customer.id, session: session.id, subscription: subscription.id }
}

const checkoutOf = (customer: string): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer,
  line_items: [{ price: STAND_IN_PRICE_IDS.EUR.year, quantity: 1 }],
  success_url: HOME,
  cancel_url: HOME,
  automatic_tax: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
  locale: 'de',
})

async function config(given: Configuration) {
  const payments = await withPaymentStandInIfNeeded(given, given.production ? null : standIns, Date.now)
  openServers.push({ close: payments.closePayments })
  return (await configRoutes({ configuration: payments.configuration }).request('/api/v1/config')).json()
}

function read(environment: Record<string, string>) {
  const result = readConfiguration({ DATA_DIR: createTemporaryFolder(), ...environment })
  if (result.kind === 'faulty') throw new Error(result.message)
  return result.configuration
}
