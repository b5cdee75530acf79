import { randomUUID } from 'node:crypto'
import type { StripeSettings } from '#server/settings/configuration.ts'
import type { Database } from '#server/database/database.ts'
import { STAND_IN_PRICE_IDS, type StandInEvent } from '#stand-ins/stripe/account.ts'
import { signWebhook, startStripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'
import { startDelayingProxy } from '#tests/security/delaying-proxy.ts'
import { aBrowser, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

export const CHECKOUT_URL = '/api/v1/billing/checkout-sessions'
export const PORTAL_URL = '/api/v1/billing/portal-sessions'
export const REFRESH_URL = '/api/v1/billing/refresh'
export const WEBHOOK_URL = '/api/v1/stripe/webhook'
export const SIGNING_SECRET = 'whsec_for_tests_only'

export type Shop = Awaited<ReturnType<typeof aShop>>
export type Buyer = { id: string; email: string; browser: TestBrowser; elsewhere: TestBrowser }

/**
 * Starts one server per database in front of a Stripe stand-in, which holds its events until a test delivers them.
 * `delay` returns the milliseconds by which each call to Stripe is delayed.
 */
export async function aShop(databases: readonly Database[], delay: (() => number) | null = null) {
  const nodes: TestServer[] = []
  const now = () => nodes[0]?.context.now() ?? Date.now()
  const standIn = await startStripeStandIn({
    secretKey: 'sk_test_of_the_stand_in',
    webhookSecret: SIGNING_SECRET,
    webhookUrl: null,
    now,
  })
  const proxy = delay === null ? null : await startDelayingProxy(standIn.url.port, delay)
  const billing: StripeSettings = {
    kind: 'stripe',
    secretKey: standIn.secretKey,
    webhookSecret: SIGNING_SECRET,
    prices: STAND_IN_PRICE_IDS,
    host: { ...standIn.url, port: proxy?.port ?? standIn.url.port },
  }
  for (const database of databases) nodes.push(await aServer({}, { billing, database }))
  const [first = never(), last = first] = [nodes[0], nodes.at(-1)]
  const { db } = first.context.database

  function deliver(event: StandInEvent, { app }: TestServer = first): Promise<Response> {
    const body = JSON.stringify(event, null, 2)
    const seconds = Math.floor(now() / 1000)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signWebhook(body, SIGNING_SECRET, seconds),
    }
    return Promise.resolve(app.request(WEBHOOK_URL, { method: 'POST', headers, body }))
  }

  async function aBuyer(there = last): Promise<Buyer> {
    const email = `${randomUUID()}@example.org`
    const browser = await createSignedInBrowser(first, email)
    const elsewhere = aBrowser(there)
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    const { user } = await (await browser.get('/api/v1/session')).json()
    return { id: user.id, email, browser, elsewhere }
  }

  async function customerOf(userId: string): Promise<string> {
    const account = db.selectFrom('billing_account').select('customer_id').where('user_id', '=', userId)
    return (await account.executeTakeFirst())?.customer_id ?? never()
  }

  /** Creates a user who has paid. No webhook is delivered, so the server does not know of the payment yet. */
  async function aPayer(wanted: Wanted = {}) {
    const buyer = await aBuyer()
    const { sessionId } = await beginCheckout(buyer.browser, wanted)
    return { ...buyer, customer: await customerOf(buyer.id), subscription: standIn.pay(sessionId) }
  }

  return {
    standIn,
    proxy,
    billing,
    nodes,
    first,
    last,
    db,
    aBuyer,
    aPayer,
    customerOf,
    deliver,
    pass: (milliseconds: number) => {
      for (const node of nodes) node.pass(milliseconds)
    },
    pay: (sessionId: string) => {
      if (standIn.state.sessions[sessionId]?.status === 'open') standIn.pay(sessionId)
    },
    eventsOf: (customer: string) =>
      Object.values(standIn.state.events).filter(({ data }) => data.object.customer === customer),
    sessionsOf: (customer: string, status?: string) =>
      Object.values(standIn.state.sessions).filter(
        session => session.customer === customer && (status === undefined || session.status === status),
      ),
    subscriptionsOf: (customer: string) =>
      Object.values(standIn.state.subscriptions).filter(subscription => subscription.customer === customer),
    rowsOf: (userId: string) =>
      db.selectFrom('subscription').selectAll().where('user_id', '=', userId).execute(),
    async close() {
      await proxy?.close()
      await standIn.close()
      for (const database of new Set(nodes.map(node => node.context.database))) await database.close()
    },
  }
}

type Wanted = { interval?: 'month' | 'year'; language?: string }

export const requestCheckout = (browser: TestBrowser, { interval = 'year', language = 'en' }: Wanted = {}) =>
  browser.post(CHECKOUT_URL, { interval, language })

export async function beginCheckout(
  browser: TestBrowser,
  wanted: Wanted = {},
): Promise<{ sessionId: string; url: string; currency: string; value: number }> {
  const answer = await requestCheckout(browser, wanted)
  if (answer.status !== 201) throw new Error(`no checkout: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

export async function getPlan(browser: TestBrowser): Promise<string | null> {
  return (await (await browser.get('/api/v1/session')).json()).stripeRole
}

export async function refreshPlan(browser: TestBrowser): Promise<string | null> {
  return (await (await browser.post(REFRESH_URL, {})).json()).stripeRole
}

export function never(): never {
  throw new Error('this cannot be')
}
