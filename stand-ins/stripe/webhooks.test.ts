import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Stripe } from 'stripe'
import {
  aBuyer,
  yearlyCheckoutParameters,
  startStandInForTest,
  createStripeClientFor,
} from '#tests/billing/stripe-stand-in.ts'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'
import { startLoopbackServer } from '../loopback-server.ts'

const SECRET = 'whsec_of_this_test'
const BOUGHT = [
  'customer.subscription.created',
  'invoice.paid',
  'customer.subscription.updated',
  'checkout.session.completed',
]

const open: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

test('[SS8] what happens is told with a signature over the body that Stripe’s client believes', async () => {
  const ear = await anEar()
  const { stripe, standIn } = await aStandIn(ear.url)
  const { subscription } = await aBuyer({ stripe, standIn })
  await standIn.webhooks.settled()
  expect(ear.heard.map(({ type }) => type).toSorted()).toEqual(BOUGHT.toSorted())
  const { data } = await stripe.events.list({ type: 'customer.subscription.updated' })
  expect(data[0]?.data.object).toMatchObject({ id: subscription, status: 'active' })
  expect(ear.heard.find(({ id }) => id === data[0]?.id)?.data.object).toEqual(data[0]?.data.object)

  const [{ body, signature } = { body: '', signature: '' }] = ear.letters
  const judge = (text: string, by: string) => () => stripe.webhooks.constructEvent(text, by, SECRET)
  expect(judge(body, signature)).not.toThrow()
  expect(judge(body.replace('evt_', 'evt-'), signature)).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
  expect(judge(body, signature.replace('v1=', 'v1=0'))).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
})

test('[SS8] an event that is refused is sent again, each time after a longer while, until it is taken', async () => {
  const ear = await anEar()
  const waits: number[] = []
  const waitAfter = (tries: number) => {
    waits.push(tries)
    return 1
  }
  ear.refuse(2)
  const { stripe, standIn } = await aStandIn(ear.url, { waitAfter })
  const { id } = await stripe.customers.create()
  const session = await stripe.checkout.sessions.create(yearlyCheckoutParameters(id))
  standIn.expire(session.id)
  await standIn.webhooks.settled()
  expect(ear.letters).toHaveLength(3)
  expect(new Set(ear.letters.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
  expect(waits).toEqual([1, 2])
  expect(standIn.webhooks.waiting()).toEqual([])
})

test('[SS8] events can be kept back, sent in another order, sent twice, and lost', async () => {
  const ear = await anEar()
  const { stripe, standIn } = await aStandIn(ear.url)
  standIn.webhooks.hold()
  const { subscription } = await aBuyer({ stripe, standIn })
  const waiting = standIn.webhooks.waiting()
  expect(waiting.map(({ type }) => type)).toEqual(BOUGHT)
  expect(ear.heard).toEqual([])

  const ids = waiting.map(({ id }) => id).toReversed()
  expect(await standIn.webhooks.deliverNow([...ids, ...ids])).toEqual(Array.from({ length: 8 }, () => true))
  expect(ear.heard.map(({ type }) => type)).toEqual([...BOUGHT.toReversed(), ...BOUGHT.toReversed()])

  standIn.cancel(subscription)
  standIn.webhooks.lose(standIn.webhooks.waiting().map(({ id }) => id))
  standIn.refund(subscription)
  standIn.webhooks.release()
  await standIn.webhooks.settled()
  expect(ear.heard.slice(8).map(({ type }) => type)).toEqual(['charge.refunded'])
})

test.each([
  ['makePastDue', ['customer.subscription.updated', 'invoice.payment_failed']],
  ['recover', ['customer.subscription.updated']],
  ['cancelAtPeriodEnd', ['customer.subscription.updated']],
  ['cancel', ['customer.subscription.deleted']],
  ['refund', ['charge.refunded']],
] as const)('[SS8] %s is told', async (deed, told) => {
  const { stripe, standIn } = await aStandIn(null)
  const { subscription } = await aBuyer({ stripe, standIn })
  const before = (await stripe.events.list({ limit: 100 })).data.length
  standIn[deed](subscription)
  const { data } = await stripe.events.list({ limit: 100 })
  expect(
    data
      .slice(0, data.length - before)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual([...told])
})

test('[SS9] what was bought, answered and not yet told outlives a restart', async () => {
  const file = join(createTemporaryFolder(), 'stripe.json')
  const first = await startStandInForTest({ file, webhookUrl: 'http://127.0.0.1:1/', webhookSecret: SECRET })
  first.webhooks.hold()
  const stripe = createStripeClientFor(first)
  const { customer, subscription } = await aBuyer({ stripe, standIn: first })
  const key = { idempotencyKey: 'kept' }
  const session = await stripe.checkout.sessions.create(yearlyCheckoutParameters(customer), key)
  await first.close()

  const ear = await anEar()
  const again = await aStandIn(ear.url, { file })
  expect((await again.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
  expect((await again.stripe.checkout.sessions.create(yearlyCheckoutParameters(customer), key)).id).toBe(
    session.id,
  )
  const { url } = await again.stripe.checkout.sessions.retrieve(session.id)
  expect(url).toBe(`http://127.0.0.1:${again.standIn.url.port}/pay/${session.id}`)
  await again.standIn.webhooks.settled()
  expect(ear.heard.map(({ type }) => type).toSorted()).toEqual(BOUGHT.toSorted())
  expect(JSON.parse(readFileSync(file, 'utf8')).undelivered).toEqual({})
})

async function aStandIn(webhookUrl: string | null, settings: Parameters<typeof startStandInForTest>[0] = {}) {
  const standIn = await startStandInForTest({ webhookUrl, webhookSecret: SECRET, ...settings })
  open.push(standIn)
  return { standIn, stripe: createStripeClientFor(standIn) }
}

/** Somebody to tell events to, who believes only what is signed. */
async function anEar() {
  const letters: { body: string; signature: string }[] = []
  const heard: Stripe.Event[] = []
  let refusals = 0
  const judge = new Stripe('sk_test_nobody').webhooks
  const server = await startLoopbackServer(async request => {
    const letter = { body: await request.text(), signature: request.headers.get('stripe-signature') ?? '' }
    letters.push(letter)
    if (refusals > 0) {
      refusals -= 1
      return new Response('not now', { status: 500 })
    }
    heard.push(judge.constructEvent(letter.body, letter.signature, SECRET))
    return new Response('taken')
  })
  open.push(server)
  return {
    url: server.base,
    letters,
    heard,
    refuse(times: number) {
      refusals = times
    },
  }
}
