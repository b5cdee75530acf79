import { expect, test } from 'vitest'
import { cancelAllSubscriptions } from '#server/billing/cancel-all-subscriptions.ts'
import { beginCheckout, never, getPlan, refreshPlan } from './billing-shop.ts'
import type { Shop } from './billing-shop.ts'

/** Defines the tests that all subscriptions are canceled before an account is deleted. */
export function endContract(shop: () => Shop) {
  test('[BI25] all that is paid and all that could be paid is ended', async () => {
    const { aPayer, first, customerOf, standIn, sessionsOf, subscriptionsOf } = shop()
    const { id, browser, subscription } = await aPayer()
    standIn.makePastDue(subscription.id)
    const customer = await customerOf(id)
    expect(await cancelAllSubscriptions(first.context, id)).toBe('ended')
    expect(subscriptionsOf(customer).map(({ status }) => status)).toEqual(['canceled'])
    expect(sessionsOf(customer, 'open')).toEqual([])
    expect(await getPlan(browser)).toBe(null)
  })

  test('[BI25] a page that is open is closed, and none is opened beside', async () => {
    const { aBuyer, last, customerOf, sessionsOf, db, pass } = shop()
    const { id, browser } = await aBuyer()
    await beginCheckout(browser)
    const [ended] = await Promise.all([cancelAllSubscriptions(last.context, id), refreshPlan(browser)])
    expect(ended).toBe('ended')
    expect(sessionsOf(await customerOf(id), 'open')).toEqual([])
    const lease = db.selectFrom('billing_account').select('lease_until').where('user_id', '=', id)
    expect((await lease.executeTakeFirstOrThrow()).lease_until).toBeGreaterThan(last.context.now())
    pass(61_000)
    expect((await beginCheckout(browser)).currency).toBe('USD')
  })

  test('[BI25] an answer of Stripe that arrives after the rows are gone brings none of them back', async () => {
    const { aPayer, db, deliver, eventsOf, proxy, rowsOf } = shop()
    const { id, customer } = await aPayer()
    const [event = never()] = eventsOf(customer)
    const answer = proxy?.holdNextAnswer() ?? never()
    const late = deliver(event)
    await answer.caught
    for (const table of ['billing_account', 'subscription', 'stripe_event'] as const)
      await db.deleteFrom(table).where('user_id', '=', id).execute()
    answer.letGo()
    expect((await late).status).toBe(200)
    expect(await rowsOf(id)).toEqual([])
  })

  test('[BI25] whoever never began to buy has nothing to end', async () => {
    const { aBuyer, first } = shop()
    expect(await cancelAllSubscriptions(first.context, (await aBuyer()).id)).toBe('ended')
  })

  test('[BI25] where Stripe fails, or its keys are gone, the caller is told and may try again', async () => {
    const { aPayer, first, standIn } = shop()
    const { id, subscription } = await aPayer()
    const { context } = first
    const configuration = { ...context.configuration, billing: { kind: 'none' } as const }
    expect(await cancelAllSubscriptions({ ...context, configuration }, id)).toBe('failed')
    for (let tries = 0; tries < 2; tries += 1)
      standIn.failNext({ kind: 'reset', performed: false, of: 'DeleteSubscriptionsSubscriptionExposedId' })
    expect(await cancelAllSubscriptions(context, id)).toBe('failed')
    expect(subscription.status).toBe('active')
    expect(await cancelAllSubscriptions(context, id)).toBe('ended')
    expect(subscription.status).toBe('canceled')
  })
}
