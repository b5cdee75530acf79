import { get } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { Stripe } from 'stripe'
import {
  aBuyer,
  yearlyCheckoutParameters,
  startStandInForTest,
  createStripeClientFor,
} from '#tests/billing/stripe-stand-in.ts'
import { idOfReference } from './stripe-state.ts'
import { STRIPE_API_VERSION, listAllStripeOperationIds } from './stripe-schemas.ts'
import { stripeOperations } from './operations.ts'
import { STAND_IN_PRICE_IDS } from './price-ids.ts'
import type { StripeStandIn } from './stripe-stand-in.ts'

const YEARLY = STAND_IN_PRICE_IDS.EUR.year
const A_DAY = 86_400_000

const open: StripeStandIn[] = []
let clock = Date.parse('2026-11-20T12:00:00Z')

afterEach(async () => {
  await Promise.all(open.splice(0).map(standIn => standIn.close()))
})

test('[SS2] what the server sends to buy Pro is a session with a page to pay on', async () => {
  const { stripe } = await aStandIn()
  const customer = await stripe.customers.create({ email: 'clara@example.org', metadata: { userId: 'u1' } })
  const session = await stripe.checkout.sessions.create(yearlyCheckoutParameters(customer.id))
  expect(session).toMatchObject({ status: 'open', mode: 'subscription', customer: customer.id })
  expect(session).toMatchObject({ currency: 'eur', amount_total: 1999, client_reference_id: 'u1' })
  expect(session.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_test_/)
})

test.each([
  ['an unknown name', { foo: '1' }, 'parameter_unknown', 'foo'],
  [
    'an unknown name inside',
    { line_items: [{ price: YEARLY, quantity: 1, amount: 1 }] },
    'parameter_unknown',
    'line_items[0][amount]',
  ],
  ['a word that is not allowed', { mode: 'subscribe' }, undefined, 'mode'],
  ['a language that Stripe does not have', { locale: 'xx' }, undefined, 'locale'],
  [
    'a number in words',
    { line_items: [{ price: YEARLY, quantity: 'two' }] },
    'parameter_invalid_integer',
    'line_items[0][quantity]',
  ],
  [
    'half a thing',
    { line_items: [{ price: YEARLY, quantity: 1.5 }] },
    'parameter_invalid_integer',
    'line_items[0][quantity]',
  ],
  ['a text for yes or no', { allow_promotion_codes: 'please' }, undefined, 'allow_promotion_codes'],
  ['a text for a group', { automatic_tax: 'on' }, undefined, 'automatic_tax'],
  [
    'an unknown price',
    { line_items: [{ price: 'price_1', quantity: 1 }] },
    'resource_missing',
    'line_items[0][price]',
  ],
  ['an unknown customer', { customer: 'cus_1' }, 'resource_missing', 'customer'],
  ['a page nowhere', { success_url: '/account' }, 'url_invalid', 'success_url'],
  ['nothing to buy', { line_items: undefined }, 'parameter_missing', 'line_items'],
  ['tax without an address', { customer_update: undefined }, 'customer_tax_location_invalid', undefined],
  ['an end that is too soon', { expires_at: 1 }, undefined, 'expires_at'],
])('[SS2] a session with %s is refused as Stripe refuses it', async (_, wrong, code, param) => {
  const { stripe, standIn } = await aStandIn()
  const { id } = await stripe.customers.create({ email: 'clara@example.org' })
  const asked = { ...yearlyCheckoutParameters(id), ...wrong } as Stripe.Checkout.SessionCreateParams
  await expect(stripe.checkout.sessions.create(asked)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code,
    param,
  })
  expect(Object.keys(standIn.state.sessions)).toEqual([])
})

test('[SS2] the parameters of a question are checked, too', async () => {
  const { stripe } = await aStandIn()
  const wrong = { status: 'gone' } as unknown as Stripe.SubscriptionListParams
  await expect(stripe.subscriptions.list(wrong)).rejects.toMatchObject({ param: 'status', statusCode: 400 })
  const unknown = { email: 'a@b.example', name: 'x' } as Stripe.CustomerListParams
  await expect(stripe.customers.list(unknown)).rejects.toMatchObject({ code: 'parameter_unknown' })
  await expect(stripe.events.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
})

test('[SS3] without the key nothing is answered', async () => {
  const { standIn } = await aStandIn()
  const stranger = new Stripe('sk_test_of_somebody', { ...standIn.url })
  await expect(stranger.prices.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  })
  const bare = await fetch(`http://127.0.0.1:${standIn.url.port}/v1/prices`)
  expect(bare.status).toBe(401)
  expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('[SS3] only the version of the package is spoken, and the package speaks it', async () => {
  const { standIn } = await aStandIn()
  const ask = (version: string) =>
    fetch(`http://127.0.0.1:${standIn.url.port}/v1/prices`, {
      headers: { authorization: `Bearer ${standIn.secretKey}`, 'stripe-version': version },
    })
  expect((await ask('2025-01-27.acacia')).status).toBe(400)
  expect((await ask(STRIPE_API_VERSION)).status).toBe(200)
  expect(Stripe.API_VERSION).toBe(STRIPE_API_VERSION)
})

test('[SS3] nothing is answered under a name that a page on the web could give itself', async () => {
  const { standIn } = await aStandIn()
  const asked = { host: '127.0.0.1', port: standIn.url.port, path: '/pages.css' }
  const statusFor = (host: string) =>
    new Promise(resolve => {
      get({ ...asked, headers: { host } }, answer => resolve(answer.resume().statusCode))
    })
  expect(await statusFor(`evil.example:${standIn.url.port}`)).toBe(404)
  expect(await statusFor(`127.0.0.1:${standIn.url.port}`)).toBe(200)
})

test('[SS3] what Stripe does not have is not found', async () => {
  const { stripe } = await aStandIn()
  const raw = stripe.rawRequest('GET', '/v1/nothing')
  await expect(raw).rejects.toMatchObject({ statusCode: 404 })
})

test('[SS4] the same key gives the same answer, another request under it is refused', async () => {
  const { stripe, standIn } = await aStandIn()
  const { id } = await stripe.customers.create({ email: 'clara@example.org' })
  const key = { idempotencyKey: 'one' }
  const first = await stripe.checkout.sessions.create(yearlyCheckoutParameters(id), key)
  const again = await stripe.checkout.sessions.create(yearlyCheckoutParameters(id), key)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  const other = stripe.checkout.sessions.create({ ...yearlyCheckoutParameters(id), locale: 'en' }, key)
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect(Object.keys(standIn.state.sessions)).toHaveLength(1)
})

test.each([{ kind: 'reset' }, { kind: 'status', status: 503 }] as const)(
  '[SS4] an answer that is lost ($kind) is asked for again and nothing happens twice',
  async how => {
    const { standIn } = await aStandIn()
    const patient = createStripeClientFor(standIn, 1)
    standIn.failNext({ ...how, performed: true, of: 'PostCustomers' })
    const customer = await patient.customers.create({ email: 'clara@example.org' })
    expect(Object.keys(standIn.state.customers)).toEqual([customer.id])
    expect(standIn.seen.map(({ operation }) => operation)).toEqual(['PostCustomers', 'PostCustomers'])
  },
)

test('[SS4] no answer at all ends the patience of the client', async () => {
  const { standIn } = await aStandIn()
  const impatient = new Stripe(standIn.secretKey, { ...standIn.url, timeout: 50, maxNetworkRetries: 0 })
  standIn.failNext({ kind: 'time-out', performed: false })
  await expect(impatient.customers.create()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(standIn.state.customers).toEqual({})
})

test('[SS5] ids become the objects behind them where that is asked for', async () => {
  const { stripe, standIn } = await aStandIn()
  const { subscription } = await aBuyer({ stripe, standIn })
  const { latest_invoice: invoice, customer } = await stripe.subscriptions.retrieve(subscription, {
    expand: ['customer', 'latest_invoice.payments'],
  })
  expect(customer).toMatchObject({ object: 'customer', email: 'clara@example.org' })
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 1999,
    payments: { data: [{ status: 'paid' }] },
  })
  const nonsense = stripe.subscriptions.retrieve(subscription, { expand: ['status'] })
  await expect(nonsense).rejects.toMatchObject({ statusCode: 400, param: 'expand' })
})

test('[SS5] long lists come in pages, newest first', async () => {
  const { stripe } = await aStandIn()
  const made: string[] = []
  for (let count = 0; count < 5; count += 1) made.push((await stripe.customers.create()).id)
  const seen: string[] = []
  for await (const { id } of stripe.customers.list({ limit: 2 })) seen.push(id)
  expect(seen).toEqual(made.toReversed())
  const { data, has_more: more } = await stripe.customers.list({ limit: 2, ending_before: made[1] ?? '' })
  expect([data.map(({ id }) => id), more]).toEqual([[made[3], made[2]], true])
})

test('[SS6] a session is paid once, expires by itself or because it is told to, and never goes back', async () => {
  const { stripe, standIn } = await aStandIn()
  const { customer, session } = await aBuyer({ stripe, standIn })
  expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({ status: 'complete', url: null })
  expect(() => standIn.pay(session)).toThrow('no longer open')
  await expect(stripe.checkout.sessions.expire(session)).rejects.toMatchObject({ statusCode: 400 })

  const told = await stripe.checkout.sessions.create(yearlyCheckoutParameters(customer))
  expect(await stripe.checkout.sessions.expire(told.id)).toMatchObject({ status: 'expired' })
  const left = await stripe.checkout.sessions.create(yearlyCheckoutParameters(customer))
  clock += A_DAY
  expect(await stripe.checkout.sessions.retrieve(left.id)).toMatchObject({ status: 'expired' })
  expect(() => standIn.pay(left.id)).toThrow('no longer open')
  expect((await stripe.checkout.sessions.list({ customer, status: 'open' })).data).toEqual([])
})

test('[SS6] who has paid in euros cannot pay in dollars', async () => {
  const { stripe, standIn } = await aStandIn()
  const { customer } = await aBuyer({ stripe, standIn })
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: 'eur' })
  const dollars = {
    ...yearlyCheckoutParameters(customer),
    line_items: [{ price: STAND_IN_PRICE_IDS.USD.year, quantity: 1 }],
  }
  await expect(stripe.checkout.sessions.create(dollars)).rejects.toThrow('cannot combine currencies')
})

test('[SS7] a subscription runs, is renewed, and ends with what is paid for', async () => {
  const { stripe, standIn } = await aStandIn()
  const { subscription } = await aBuyer({ stripe, standIn })
  const before = await stripe.subscriptions.retrieve(subscription)
  expect(before.status).toBe('active')
  clock += 366 * A_DAY
  const renewed = await stripe.subscriptions.retrieve(subscription)
  const end = (of: Stripe.Subscription) => of.items.data[0]?.current_period_end ?? 0
  const day = (seconds: number) => new Date(seconds * 1000).toISOString()
  expect(day(end(renewed))).toBe(day(end(before)).replace('2027', '2028'))
  expect(
    (await stripe.invoices.list({ subscription })).data.map(({ billing_reason }) => billing_reason),
  ).toEqual(['subscription_cycle', 'subscription_create'])
  const ending = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true })
  clock += 366 * A_DAY
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
})

test('[SS7] a subscription ends at once, once', async () => {
  const { stripe, standIn } = await aStandIn()
  const { subscription, customer } = await aBuyer({ stripe, standIn })
  expect(await stripe.subscriptions.cancel(subscription)).toMatchObject({ status: 'canceled' })
  await expect(stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})

test('[SS7] a bill that cannot be paid makes a subscription past due until it is', async () => {
  const { stripe, standIn } = await aStandIn()
  const { subscription } = await aBuyer({ stripe, standIn })
  standIn.makePastDue(subscription)
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('past_due')
  standIn.recover(subscription)
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active')
})

test('[SS7] with a customer everything ends that is paid for', async () => {
  const { stripe, standIn } = await aStandIn()
  const { customer, subscription } = await aBuyer({ stripe, standIn })
  await stripe.customers.del(customer)
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  await expect(stripe.customers.update(customer, { name: 'x' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

test('[SS7] what was paid is given back once', async () => {
  const { stripe, standIn } = await aStandIn()
  const { subscription } = await aBuyer({ stripe, standIn })
  const invoice = idOfReference((await stripe.subscriptions.retrieve(subscription)).latest_invoice) ?? ''
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid' })
  const intent = idOfReference(data[0]?.payment.payment_intent) ?? ''
  const asked = { payment_intent: intent, reason: 'duplicate' } as const
  expect(await stripe.refunds.create(asked)).toMatchObject({ amount: 1999, status: 'succeeded' })
  await expect(stripe.refunds.create(asked)).rejects.toMatchObject({ code: 'charge_already_refunded' })
  expect((await stripe.charges.list({ payment_intent: intent })).data).toMatchObject([{ refunded: true }])
})

test('[SS12] what the stand-in cannot do it refuses, and it knows all that the schemas know', async () => {
  const { stripe, standIn } = await aStandIn()
  const { customer, subscription } = await aBuyer({ stripe, standIn })
  const trial = { ...yearlyCheckoutParameters(customer), payment_method_collection: 'if_required' as const }
  await expect(stripe.checkout.sessions.create(trial)).rejects.toMatchObject({ statusCode: 501 })
  await expect(stripe.subscriptions.update(subscription, { description: 'x' })).rejects.toMatchObject({
    statusCode: 501,
  })
  await expect(stripe.prices.update('price_any', { active: false })).rejects.toMatchObject({
    statusCode: 404,
  })
  expect(Object.keys(stripeOperations).toSorted()).toEqual(listAllStripeOperationIds().toSorted())
})

async function aStandIn() {
  const standIn = await startStandInForTest({ now: () => clock })
  open.push(standIn)
  return { standIn, stripe: createStripeClientFor(standIn) }
}
