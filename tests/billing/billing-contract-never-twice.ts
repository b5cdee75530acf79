import { expect, test } from 'vitest'
import { requestCheckout, beginCheckout, never, getPlan, refreshPlan } from './billing-shop.ts'
import type { Buyer, Shop } from './billing-shop.ts'
import { deliverEvents } from './billing-contract-notices.ts'
import { repetitions } from '#tests/repository/tries.ts'
import { readProblem } from '#tests/server/whole-server.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** Defines the tests that concurrent checkouts in two browsers at two servers lead to one page and one subscription. */
export function neverTwiceContract(shop: () => Shop) {
  test('[BI13] ten clicks at once, in two browsers, at two servers, get one and the same page', async () => {
    const { aBuyer, customerOf, sessionsOf } = shop()
    const { id, browser, elsewhere } = await aBuyer()
    const clicks = Array.from({ length: 10 }, (_, click) =>
      beginCheckout(click % 2 === 0 ? browser : elsewhere),
    )
    const pages = await Promise.all(clicks)
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    const all = sessionsOf(await customerOf(id))
    expect(all.map(({ status }) => status)).toEqual(['open'])
    expect(customersFor(shop(), id)).toHaveLength(1)
  })

  test('[BI13] other terms close the page that was open, also where both are asked for at once', async () => {
    const { aBuyer, customerOf, sessionsOf } = shop()
    const { id, browser, elsewhere } = await aBuyer()
    const [yearly, monthly] = await Promise.all([
      beginCheckout(browser, { interval: 'year' }),
      beginCheckout(elsewhere, { interval: 'month' }),
    ])
    expect(yearly.url).not.toBe(monthly.url)
    const customer = await customerOf(id)
    expect(sessionsOf(customer, 'open')).toHaveLength(1)
    const german = await beginCheckout(browser, { interval: 'month', language: 'de' })
    expect(sessionsOf(customer, 'open').map(session => session.id)).toEqual([german.sessionId])
    expect(german.currency).toBe('EUR')
  })

  test('[BI13] a page that has run out is replaced', async () => {
    const { aBuyer, pass } = shop()
    const { browser } = await aBuyer()
    const before = await beginCheckout(browser)
    pass(DAY + HOUR)
    expect((await beginCheckout(browser)).url).not.toBe(before.url)
  })

  test('[BI13] of a page that was made and whose answer was lost no second is made', async () => {
    const { aBuyer, standIn, customerOf, sessionsOf } = shop()
    const { id, browser } = await aBuyer()
    for (let tries = 0; tries < 2; tries += 1)
      standIn.failNext({ kind: 'reset', performed: true, of: 'PostCheckoutSessions' })
    expect(await readProblem(requestCheckout(browser))).toEqual([502, 'payment-provider-failed'])
    const { sessionId } = await beginCheckout(browser)
    expect(sessionsOf(await customerOf(id)).map(session => session.id)).toEqual([sessionId])
  })

  test('[BI13] a server that dies over a checkout holds it up for a minute only', async () => {
    const { aBuyer, db, pass, first } = shop()
    const { id, browser } = await aBuyer()
    await beginCheckout(browser)
    const lease = { lease_holder: 'a server that is no more', lease_until: first.context.now() + 60_000 }
    await db.updateTable('billing_account').set(lease).where('user_id', '=', id).execute()
    const waiting = beginCheckout(browser)
    pass(60_000)
    expect((await waiting).value).toBe(19.99)
  })

  test('[BI13] whose turn was over before the page was made gets no page', async () => {
    const { aBuyer, db, proxy } = shop()
    const { id, browser } = await aBuyer()
    await beginCheckout(browser)
    const answer = proxy?.holdNextAnswer() ?? never()
    const slow = readProblem(requestCheckout(browser, { interval: 'month' }))
    await answer.caught
    await db
      .updateTable('billing_account')
      .set({ lease_holder: 'the next' })
      .where('user_id', '=', id)
      .execute()
    answer.letGo()
    expect(await slow).toEqual([502, 'payment-provider-failed'])
    const lease = db.selectFrom('billing_account').select('lease_holder').where('user_id', '=', id)
    expect((await lease.executeTakeFirstOrThrow()).lease_holder).toBe('the next')
  })

  test('[BI14] whoever has paid is sold nothing, though no notice has come and no row knows', async () => {
    const { aPayer, customerOf, subscriptionsOf } = shop()
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

  test('[BI14] paying on the old page while other terms are asked for ends with one subscription', async () => {
    const { aBuyer, standIn, customerOf, sessionsOf, subscriptionsOf } = shop()
    for (let round = 0; round < 8; round += repetitions(2, 1)) {
      const { id, browser } = await aBuyer()
      const { sessionId } = await beginCheckout(browser)
      const other = requestCheckout(browser, { interval: 'month' })
      await new Promise(resolve => void setTimeout(resolve, round * 6))
      const paid = standIn.state.sessions[sessionId]?.status === 'open'
      if (paid) standIn.pay(sessionId)
      expect((await other).status).toBe(paid ? 409 : 201)
      const customer = await customerOf(id)
      expect(sessionsOf(customer, 'open')).toHaveLength(paid ? 0 : 1)
      expect(subscriptionsOf(customer)).toHaveLength(paid ? 1 : 0)
    }
  })

  test.each(['notice', 'refresh', 'checkout', 'half-way'] as const)(
    '[BI16] a second subscription, noticed by a %s, is canceled and given back, the first one stays',
    async way => {
      const { standIn, eventsOf, subscriptionsOf, rowsOf } = shop()
      const { buyer, customer } = await boughtTwice(shop())
      const [older = never(), newer = never()] = subscriptionsOf(customer)
      const events = eventsOf(customer)
      if (way === 'half-way')
        for (let tries = 0; tries < 2; tries += 1)
          standIn.failNext({ kind: 'status', status: 500, performed: false, of: 'PostRefunds' })
      if (way === 'notice') await deliverEvents(shop(), [...events, ...events])
      else if (way === 'checkout') await requestCheckout(buyer.browser)
      else await refreshPlan(buyer.browser)
      // Half-way it had failed over the refund: the next look finishes it.
      if (way === 'half-way') await refreshPlan(buyer.elsewhere)

      expect([older.status, newer.status]).toEqual(['active', 'canceled'])
      const refunds = Object.values(standIn.state.refunds).filter(
        ({ metadata }) => metadata?.['userId'] === buyer.id,
      )
      expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual([[1999, 'duplicate']])
      const rows = await rowsOf(buyer.id)
      expect(new Map(rows.map(({ id, status, refund }) => [id, [status, refund]]))).toEqual(
        new Map([
          [older.id, ['active', null]],
          [newer.id, ['canceled', 'done']],
        ]),
      )
      expect(await getPlan(buyer.browser)).toBe('pro')
    },
  )
}

/** Somebody for whom two pages were open, because an operator made one by hand, and who has paid on both. */
async function boughtTwice(shop: Shop): Promise<{ buyer: Buyer; customer: string }> {
  const { standIn, aBuyer, customerOf, pass } = shop
  const buyer = await aBuyer()
  const { sessionId } = await beginCheckout(buyer.browser)
  const page = standIn.state.sessions[sessionId] ?? never()
  const order = standIn.state.orders[sessionId] ?? never()
  standIn.state.sessions['cs_by_hand'] = { ...structuredClone(page), id: 'cs_by_hand' }
  standIn.state.orders['cs_by_hand'] = order
  standIn.pay(sessionId)
  pass(2000)
  standIn.pay('cs_by_hand')
  return { buyer, customer: await customerOf(buyer.id) }
}

const customersFor = ({ standIn }: Shop, userId: string) =>
  Object.values(standIn.state.customers).filter(
    customer => customer.deleted !== true && customer.metadata['userId'] === userId,
  )
