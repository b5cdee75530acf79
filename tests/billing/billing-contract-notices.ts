import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { stripeEventRetryJob, stripeReconciliationJob } from '#server/billing/billing-jobs.ts'
import { createBillingDependencies } from '#server/billing/billing.ts'
import { beginCheckout, never, getPlan, refreshPlan } from './billing-shop.ts'
import type { Shop } from './billing-shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What may happen to a subscription, and what Stripe says about it afterwards. */
const HAPPENINGS = ['makePastDue', 'recover', 'cancelAtPeriodEnd', 'refund', 'cancel'] as const

/** Defines the tests of webhook events in random orders, including lost ones, in `count` runs of half a second each. */
export function noticeContract(shop: () => Shop, count: number) {
  test(`[BI20] ${count} lives of a subscription, told shuffled, doubled and at once to two servers, end as Stripe has them`, async () => {
    const lives = fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 5 })
    const order = fc.array(fc.nat(), { minLength: 8, maxLength: 40 })
    const life = fc.asyncProperty(lives, order, async (happenings, chances) => {
      const { aPayer, standIn, subscriptionsOf, eventsOf, rowsOf } = shop()
      const { id, browser, subscription, customer } = await aPayer()
      const underWay = [deliverEvents(shop(), shuffled(eventsOf(customer), chances))]
      for (const happening of happenings) {
        if (subscription.status === 'canceled') break
        if (happening === 'refund' && !isPaid(shop(), subscription)) continue
        standIn[happening](subscription.id)
        // While the last is still being told, the next happens.
        underWay.push(deliverEvents(shop(), shuffled(eventsOf(customer), chances).slice(0, 3)))
      }
      // All that has not been told yet, and again what has: of the last there may be one notice, and it may be the first.
      const events = eventsOf(customer)
      underWay.push(
        deliverEvents(shop(), shuffled([...events, ...shuffled(events, chances).slice(0, 3)], chances)),
      )
      const statuses = (await Promise.all(underWay)).flat()
      expect(new Set(statuses)).toEqual(new Set([200]))

      const expected = subscriptionsOf(customer).map(one => [one.id, one.status, one.cancel_at_period_end])
      const rows = await rowsOf(id)
      expect(rows.map(row => [row.id, row.status, row.cancel_at_period_end])).toEqual(expected)
      expect(await getPlan(browser)).toBe(subscription.status === 'canceled' ? null : 'pro')
    })
    await fc.assert(life, { numRuns: count, endOnFailure: true })
  }, 300_000)

  test('[BI20] an answer that is overtaken by a newer one is not kept', async () => {
    const { aPayer, standIn, proxy, deliver, eventsOf, last, rowsOf } = shop()
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
  ] as const)('[BI17] a subscription that is %s means %s', async (status, plan) => {
    const { aPayer, deliver, eventsOf } = shop()
    const { browser, subscription, customer } = await aPayer()
    subscription.status = status
    for (const event of eventsOf(customer)) expect((await deliver(event)).status).toBe(200)
    expect(await getPlan(browser)).toBe(plan)
  })

  test('[BI17] a refund alone leaves Pro, and a cancellation with it ends it', async () => {
    const { aPayer, standIn, eventsOf } = shop()
    const { browser, subscription, customer } = await aPayer()
    standIn.refund(subscription.id)
    await deliverEvents(shop(), eventsOf(customer))
    expect(await getPlan(browser)).toBe('pro')
    standIn.cancel(subscription.id)
    await deliverEvents(shop(), eventsOf(customer))
    expect(await getPlan(browser)).toBe(null)
  })

  test('[BI17] what was canceled for the end of its period is Pro until then, and Free after it', async () => {
    const { aPayer, standIn, eventsOf, pass } = shop()
    const { browser, subscription, customer } = await aPayer({ interval: 'month' })
    standIn.cancelAtPeriodEnd(subscription.id)
    await deliverEvents(shop(), eventsOf(customer))
    expect(await getPlan(browser)).toBe('pro')
    pass(32 * DAY)
    expect(await refreshPlan(browser)).toBe(null)
  })

  test('[BI22] a notice that fails is refused, and acted on when it comes again or by ourselves', async () => {
    const { aPayer, standIn, deliver, eventsOf, first, last, pass, db } = shop()
    for (const helper of ['Stripe', 'ourselves'] as const) {
      const { id, browser, customer } = await aPayer()
      const [event = never()] = eventsOf(customer)
      for (let tries = 0; tries < 2; tries += 1)
        standIn.failNext({ kind: 'status', status: 500, performed: false, of: 'GetSubscriptions' })
      expect((await deliver(event)).status).toBe(500)
      expect(await getPlan(browser)).toBe(null)
      if (helper === 'Stripe') await deliver(event, last)
      else {
        pass(2 * MINUTE)
        await stripeEventRetryJob(createBillingDependencies(first.context) ?? never()).run(
          db,
          first.context.now(),
          always,
        )
      }
      expect(await getPlan(browser)).toBe('pro')
      const waiting = db.selectFrom('stripe_event').select('id').where('user_id', '=', id)
      expect(await waiting.where('processed_at', 'is', null).execute()).toEqual([])
    }
  })

  test('[BI22] notices are forgotten after a month', async () => {
    const { aPayer, eventsOf, first, pass, db } = shop()
    const { id, customer } = await aPayer()
    await deliverEvents(shop(), eventsOf(customer))
    const kept = () => db.selectFrom('stripe_event').select('id').where('user_id', '=', id).execute()
    expect((await kept()).length).toBeGreaterThan(2)
    pass(31 * DAY)
    await stripeEventRetryJob(createBillingDependencies(first.context) ?? never()).run(
      db,
      first.context.now(),
      always,
    )
    expect(await kept()).toEqual([])
  })

  test('[BI23] without a single notice who has paid is Pro within the hour, and who has ended is Free within a day', async () => {
    const { aPayer, standIn, first, pass, db } = shop()
    const { browser, subscription, customer } = await aPayer()
    const asked = async () => {
      // Others of the same tests are due as well.
      const job = stripeReconciliationJob(createBillingDependencies(first.context) ?? never())
      for (let runs = 0; runs < 20; runs += 1) await job.run(db, first.context.now(), always)
    }
    await asked()
    expect(await getPlan(browser)).toBe(null)
    pass(HOUR)
    await asked()
    expect(await getPlan(browser)).toBe('pro')
    standIn.cancel(subscription.id)
    await asked()
    expect(await getPlan(browser)).toBe('pro')
    pass(DAY)
    await asked()
    expect(await getPlan(browser)).toBe(null)
    // And then nobody is asked about any more.
    const account = db.selectFrom('billing_account').select(['check_due_at', 'checkout_until'])
    pass(DAY)
    await asked()
    expect(await account.where('customer_id', '=', customer).execute()).toEqual([
      { check_due_at: null, checkout_until: null },
    ])
  })

  test('[BI23] one run comes to everybody whose turn it is', async () => {
    const { first, db } = shop()
    const now = first.context.now()
    const account = (index: number) => ({ user_id: `due-${index}`, check_due_at: now - index })
    await db
      .insertInto('billing_account')
      .values(Array.from({ length: 70 }, (_, index) => account(index)))
      .execute()
    await stripeReconciliationJob(createBillingDependencies(first.context) ?? never()).run(db, now, always)
    const due = db.selectFrom('billing_account').select('user_id').where('check_due_at', '<=', now)
    expect(await due.execute()).toEqual([])
  })

  test('[BI23] a customer that cannot be asked about does not keep the others waiting', async () => {
    const { aBuyer, aPayer, standIn, first, pass, db } = shop()
    const lost = await aBuyer()
    await beginCheckout(lost.browser)
    await db
      .updateTable('billing_account')
      .set({ customer_id: 'cus_lost' })
      .where('user_id', '=', lost.id)
      .execute()
    const { browser } = await aPayer()
    pass(HOUR)
    await stripeReconciliationJob(createBillingDependencies(first.context) ?? never()).run(
      db,
      first.context.now(),
      always,
    )
    expect(await getPlan(browser)).toBe('pro')
    expect(standIn.seen.some(({ values }) => values['customer'] === 'cus_lost')).toBe(true)
  })
}

const always = () => true

/** Delivers events concurrently, alternately to both servers. Returns the statuses of the responses. */
export function deliverEvents(
  { deliver, first, last }: Shop,
  events: readonly Stripe.Event[],
): Promise<number[]> {
  const answers = events.map((event, place) => deliver(event, place % 2 === 0 ? first : last))
  return Promise.all(answers.map(async answer => (await answer).status))
}

function shuffled<T>(all: readonly T[], chances: readonly number[]): T[] {
  const left = [...all]
  return all.map(
    (_, place) => left.splice((chances[place % chances.length] ?? 0) % left.length, 1)[0] ?? never(),
  )
}

function isPaid({ standIn: { state } }: Shop, { latest_invoice: invoice }: Stripe.Subscription): boolean {
  const payment = Object.values(state.invoicePayments).find(one => one.invoice === invoice)
  const charges = Object.values(state.charges)
  return charges.some(
    ({ payment_intent: paid, refunded }) => paid === payment?.payment.payment_intent && !refunded,
  )
}
