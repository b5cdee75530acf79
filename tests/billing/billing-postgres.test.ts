import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBillingDependencies } from '#server/billing/billing.ts'
import { cancelSubscriptionsAndCheckouts } from '#server/billing/checkout.ts'
import { createStripeReconciliationJob } from '#server/billing/subscriptions.ts'
import type { StandInEvent } from '#stand-ins/stripe/account.ts'
import { aShop, beginCheckout, getPlan, never, refreshPlan, requestCheckout } from './billing-shop.ts'
import type { Shop } from './billing-shop.ts'
import { nodesOnPostgres } from '#tests/database/nodes-on-postgres.ts'
import { repetitions } from '#tests/repository/repetitions.ts'
import { readProblem } from '#tests/server/whole-server.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

const STRIPE_ACTIONS = ['makePastDue', 'recover', 'cancelAtPeriodEnd', 'cancel'] as const

const delayMilliseconds = () => Math.random() * (Math.random() < 0.1 ? 80 : 4)

let shop: Shop
const open = nodesOnPostgres()
beforeAll(async () => {
  shop = await aShop(await open(), delayMilliseconds)
})
afterAll(() => shop.close())

test('[BI13] ten clicks at once, in two browsers, at two servers, get one and the same page', async () => {
  const { aBuyer, customerOf, sessionsOf, standIn } = shop
  const { id, browser, elsewhere } = await aBuyer()
  const clicks = Array.from({ length: 10 }, (_, click) =>
    beginCheckout(click % 2 === 0 ? browser : elsewhere),
  )
  const pages = await Promise.all(clicks)
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
  const all = sessionsOf(await customerOf(id))
  expect(all.map(({ status }) => status)).toEqual(['open'])
  const customers = Object.values(standIn.state.customers)
  expect(customers.filter(one => !one.deleted && one.metadata['userId'] === id)).toHaveLength(1)
})

test('[BI13] two tabs that buy a year and a month at once and pay on each page get one subscription', async () => {
  const { aBuyer, customerOf, pay, sessionsOf, subscriptionsOf } = shop
  for (let round = 0; round < repetitions(4, 8); round += 1) {
    const { id, browser, elsewhere } = await aBuyer()
    const pages = await Promise.all([
      beginCheckout(browser, { interval: 'year' }),
      beginCheckout(elsewhere, { interval: 'month' }),
    ])
    const customer = await customerOf(id)
    expect(sessionsOf(customer, 'open')).toHaveLength(1)
    for (const { sessionId } of pages) pay(sessionId)
    expect(subscriptionsOf(customer)).toHaveLength(1)
    expect(await readProblem(requestCheckout(browser))).toEqual([409, 'already-pro'])
  }
})

test('[BI13] a request with other terms closes the open page; an expired page is replaced', async () => {
  const { aBuyer, customerOf, pass, sessionsOf } = shop
  const { id, browser } = await aBuyer()
  const yearly = await beginCheckout(browser)
  const german = await beginCheckout(browser, { interval: 'month', language: 'de' })
  expect(german.currency).toBe('EUR')
  expect(german.url).not.toBe(yearly.url)
  const open = async () => sessionsOf(await customerOf(id), 'open').map(session => session.id)
  expect(await open()).toEqual([german.sessionId])
  pass(DAY + HOUR)
  const later = await beginCheckout(browser, { interval: 'month', language: 'de' })
  expect(await open()).toEqual([later.sessionId])
})

test('[BI13] a checkout page whose response was lost is used again', async () => {
  const { aBuyer, standIn, customerOf, sessionsOf } = shop
  const { id, browser } = await aBuyer()
  for (let tries = 0; tries < 2; tries += 1)
    standIn.failNext({ kind: 'reset', performed: true, of: 'POST /v1/checkout/sessions' })
  expect(await readProblem(requestCheckout(browser))).toEqual([502, 'payment-provider-failed'])
  const { sessionId } = await beginCheckout(browser)
  expect(sessionsOf(await customerOf(id)).map(session => session.id)).toEqual([sessionId])
})

test('[BI13] a user who has paid is sold nothing, even before a webhook has come', async () => {
  const { aPayer, customerOf, subscriptionsOf } = shop
  const { id, browser, elsewhere } = await aPayer()
  expect(await getPlan(browser)).toBe(null)
  const answers = await Promise.all([
    readProblem(requestCheckout(browser)),
    readProblem(requestCheckout(elsewhere, { interval: 'month' })),
  ])
  expect(answers).toEqual([
    [409, 'already-pro'],
    [409, 'already-pro'],
  ])
  expect(await getPlan(browser)).toBe('pro')
  expect(subscriptionsOf(await customerOf(id))).toHaveLength(1)
})

test('[BI13] paying on the old page while other terms are requested ends with one subscription', async () => {
  const { aBuyer, standIn, pay, customerOf, sessionsOf, subscriptionsOf } = shop
  for (let round = 0; round < 8; round += repetitions(2, 1)) {
    const { id, browser } = await aBuyer()
    const { sessionId } = await beginCheckout(browser)
    const other = requestCheckout(browser, { interval: 'month' })
    await new Promise(resolve => void setTimeout(resolve, round * 6))
    pay(sessionId)
    const isPaid = standIn.state.sessions[sessionId]?.status === 'complete'
    expect((await other).status).toBe(isPaid ? 409 : 201)
    const customer = await customerOf(id)
    expect(sessionsOf(customer, 'open')).toHaveLength(isPaid ? 0 : 1)
    expect(subscriptionsOf(customer)).toHaveLength(isPaid ? 1 : 0)
  }
})

test.each(['unpaid', 'paused'] as const)(
  '[BI13] a user who buys again while an old subscription is %s has one active one afterwards',
  async status => {
    const { aPayer, pay, subscriptionsOf } = shop
    const { browser, customer, subscription } = await aPayer()
    subscription.status = status
    pay((await beginCheckout(browser)).sessionId)
    expect(subscriptionsOf(customer).map(one => one.status)).toEqual(['canceled', 'active'])
    expect(await refreshPlan(browser)).toBe('pro')
  },
)

const PROPERTY_RUNS = repetitions(6, 12)

test('[BI19] events that reach two servers at once, shuffled and repeated, leave a subscription as Stripe has it', async () => {
  const sequences = fc.array(fc.constantFrom(...STRIPE_ACTIONS), { maxLength: 5 })
  const order = fc.array(fc.nat(), { minLength: 8, maxLength: 40 })
  const property = fc.asyncProperty(sequences, order, async (actions, chances) => {
    const { aPayer, standIn, subscriptionsOf, eventsOf, rowsOf } = shop
    const { id, browser, subscription, customer } = await aPayer()
    const deliveries = [deliverEvents(shop, shuffled(eventsOf(customer), chances))]
    for (const action of actions) {
      if (subscription.status === 'canceled') break
      standIn[action](subscription.id)
      // The next action happens while the last events are still being delivered.
      deliveries.push(deliverEvents(shop, shuffled(eventsOf(customer), chances).slice(0, 3)))
    }
    // Delivers all events, some of them again: the last action may have one event, which may be delivered first.
    const events = eventsOf(customer)
    const again = shuffled(events, chances).slice(0, 3)
    deliveries.push(deliverEvents(shop, shuffled([...events, ...again], chances)))
    const statuses = (await Promise.all(deliveries)).flat()
    expect(new Set(statuses)).toEqual(new Set([200]))

    const expected = subscriptionsOf(customer).map(one => [one.id, one.status, one.cancel_at_period_end])
    const rows = await rowsOf(id)
    expect(rows.map(row => [row.id, row.status, row.cancel_at_period_end])).toEqual(expected)
    expect(await getPlan(browser)).toBe(subscription.status === 'canceled' ? null : 'pro')
  })
  await fc.assert(property, { numRuns: PROPERTY_RUNS, endOnFailure: true })
}, 300_000)

test('[BI19] a response that arrives after a newer one is not stored', async () => {
  const { aPayer, standIn, proxy, deliver, eventsOf, last, rowsOf } = shop
  const { id, browser, subscription, customer } = await aPayer()
  const [event = never()] = eventsOf(customer)
  const answer = proxy?.holdNextAnswer() ?? never()
  const late = deliver(event)
  await answer.caught
  standIn.cancel(subscription.id)
  const ended = eventsOf(customer).at(-1) ?? never()
  expect((await deliver(ended, last)).status).toBe(200)
  expect(await getPlan(browser)).toBe(null)
  answer.letGo()
  expect((await late).status).toBe(200)
  expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['canceled'])
  expect(await getPlan(browser)).toBe(null)
})

test.each([
  ['active', 'pro'],
  ['trialing', 'pro'],
  ['past_due', 'pro'],
  ['canceled', null],
  ['unpaid', null],
  ['paused', null],
  ['incomplete', null],
  ['incomplete_expired', null],
] as const)('[BI18] a subscription that is %s means %s', async (status, plan) => {
  const { aPayer, deliver, eventsOf } = shop
  const { browser, subscription, customer } = await aPayer()
  subscription.status = status
  for (const event of eventsOf(customer)) expect((await deliver(event)).status).toBe(200)
  expect(await getPlan(browser)).toBe(plan)
})

test('[BI19] a webhook that fails is answered with an error, and handled when Stripe sends it again', async () => {
  const { aPayer, standIn, deliver, eventsOf, last } = shop
  const { browser, customer } = await aPayer()
  const [event = never()] = eventsOf(customer)
  for (let tries = 0; tries < 2; tries += 1)
    standIn.failNext({ kind: 'status', status: 500, performed: false, of: 'GET /v1/subscriptions' })
  expect((await deliver(event)).status).toBe(500)
  expect(await getPlan(browser)).toBe(null)
  expect((await deliver(event, last)).status).toBe(200)
  expect(await getPlan(browser)).toBe('pro')
})

test('[BI19] without any webhook, a user who has paid is Pro and one whose subscription has ended is Free within a day', async () => {
  const { aPayer, standIn, pass, db } = shop
  const { browser, subscription, customer } = await aPayer()
  await runDailyCheck(shop)
  expect(await getPlan(browser)).toBe(null)
  pass(DAY + HOUR)
  await runDailyCheck(shop)
  expect(await getPlan(browser)).toBe('pro')
  standIn.cancel(subscription.id)
  pass(DAY)
  await runDailyCheck(shop)
  expect(await getPlan(browser)).toBe(null)
  // An ended subscription is not checked again.
  pass(DAY)
  await runDailyCheck(shop)
  const account = db.selectFrom('billing_account').select('check_due_at')
  expect(await account.where('customer_id', '=', customer).execute()).toEqual([{ check_due_at: null }])
})

test('[BI19] one run checks every user who is due, also behind one whom Stripe does not know', async () => {
  const { aBuyer, aPayer, standIn, first, pass, db } = shop
  const lost = await aBuyer()
  await beginCheckout(lost.browser)
  const accounts = db.updateTable('billing_account')
  await accounts.set({ customer_id: 'cus_lost' }).where('user_id', '=', lost.id).execute()
  const { browser } = await aPayer()
  pass(DAY + HOUR)
  const now = first.context.now()
  const others = Array.from({ length: 70 }, (_, n) => ({ user_id: `due-${n}`, check_due_at: now - n }))
  await db.insertInto('billing_account').values(others).execute()
  await runDailyCheck(shop)
  expect(await getPlan(browser)).toBe('pro')
  expect(standIn.seen.some(({ values }) => values['customer'] === 'cus_lost')).toBe(true)
  const due = db.selectFrom('billing_account').select('user_id').where('check_due_at', '<=', now)
  expect(await due.execute()).toEqual([])
})

test('[DA1] an open checkout page is closed, and no other is created meanwhile or afterwards', async () => {
  const { aBuyer, customerOf, sessionsOf, last, pass } = shop
  for (let round = 0; round < repetitions(4, 6); round += 1) {
    const { id, browser, elsewhere } = await aBuyer()
    await beginCheckout(browser)
    const other = requestCheckout(elsewhere, { interval: 'month' })
    await new Promise(resolve => void setTimeout(resolve, round * 4))
    expect(await cancelSubscriptionsAndCheckouts(last.context, id)).toBe('ended')
    await other
    expect(sessionsOf(await customerOf(id), 'open')).toEqual([])
    expect(await readProblem(requestCheckout(browser))).toEqual([502, 'payment-provider-failed'])
    // A user whose account was not deleted after all can buy again.
    pass(61_000)
    expect((await beginCheckout(browser)).currency).toBe('USD')
  }
})

test('[DA1] a response of Stripe that arrives after the rows were deleted restores none of them', async () => {
  const { aPayer, db, deliver, eventsOf, proxy, rowsOf } = shop
  const { id, customer } = await aPayer()
  const [event = never()] = eventsOf(customer)
  const answer = proxy?.holdNextAnswer() ?? never()
  const late = deliver(event)
  await answer.caught
  for (const table of ['billing_account', 'subscription'] as const)
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  answer.letGo()
  expect((await late).status).toBe(200)
  expect(await rowsOf(id)).toEqual([])
})

const runDailyCheck = ({ db, first: { context } }: Shop) =>
  createStripeReconciliationJob(createBillingDependencies(context) ?? never()).run(
    db,
    context.now(),
    () => true,
  )

function deliverEvents({ deliver, first, last }: Shop, events: readonly StandInEvent[]): Promise<number[]> {
  const answers = events.map((event, place) => deliver(event, place % 2 === 0 ? first : last))
  return Promise.all(answers.map(async answer => (await answer).status))
}

function shuffled<T>(all: readonly T[], chances: readonly number[]): T[] {
  const left = [...all]
  return all.map(
    (_, place) => left.splice((chances[place % chances.length] ?? 0) % left.length, 1)[0] ?? never(),
  )
}
