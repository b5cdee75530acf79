import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { loopbackServer } from '../loopback-server.ts'
import { booksIn } from './books-file.ts'
import { addressOf } from './checkout-operations.ts'
import { moneyOf } from './money.ts'
import { missingPage, PAGE_STYLE } from './page.ts'
import { payPages } from './pay-page.ts'
import { plannedFailures } from './planned-failures.ts'
import { portalPages } from './portal-page.ts'
import { stripeApi } from './stripe-api.ts'
import type { Seen } from './stripe-api.ts'
import { webhooksOf } from './webhooks.ts'

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

type Settings = {
  /** Where signed events go; null keeps them. */
  webhookUrl: string | null
  webhookSecret: string
  now: () => number
  secretKey?: string
  /** Where everything is kept beyond a restart; null keeps it in memory. */
  file?: string | null
  /** Milliseconds until a webhook is tried again after so many tries. */
  waitAfter?: (tries: number) => number
  /** Whether our own answers are checked as well, which takes time at the first of each kind; tests do it. */
  checksAnswers?: boolean
}

/** Starts the stand-in on a port of its own; 0 takes any free one. */
export async function startStripeStandIn({ port, ...settings }: Settings & { port: number }) {
  let standIn: ReturnType<typeof createStripeStandIn> | null = null
  const server = await loopbackServer(async (request, bindings) => {
    if (standIn === null) throw new Error('asked before it was there')
    return standIn.fetch(request, bindings)
  }, port)
  standIn = createStripeStandIn(server.base, settings)
  const { close, fetch: _, ...controls } = standIn
  return {
    url: server.address,
    ...controls,
    async close() {
      await close()
      await server.close()
    },
  }
}

/**
 * Stands in for Stripe on a development machine and in tests: speaks its HTTP protocol, checks every request against
 * its schemas, has a page to pay on and a portal, sends signed webhooks. Never imported where money is real (rule
 * SS1). `base` is its address as a browser on this machine sees it.
 */
export function createStripeStandIn(
  base: string,
  {
    webhookUrl,
    webhookSecret,
    now,
    secretKey = 'sk_test_stand_in',
    file = null,
    waitAfter,
    checksAnswers = true,
  }: Settings,
) {
  const kept = booksIn(file)
  const { books } = kept
  const changed = () => kept.keep()
  const webhooks = webhooksOf(books, { url: webhookUrl, secret: webhookSecret, now, waitAfter, changed })
  const money = moneyOf(books, { now, announce: webhooks.announce })
  const { plan, next: failureOf } = plannedFailures()
  const seen: Seen[] = []

  const api = stripeApi({ books, money, secretKey, base, now, failureOf, seen, changed, checksAnswers })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (exchange, next) => {
    // A page on the web can point its own name at 127.0.0.1; it cannot choose what the browser calls us.
    if (exchange.req.header('host') === new URL(base).host) return next()
    return exchange.text('Not here', 404)
  })
  app.all('/v1/*', async exchange => {
    const { answer, failure } = await api(exchange.req.raw)
    if (failure?.kind === 'time-out') return new Promise<Response>(() => {})
    if (failure?.kind !== 'reset') return answer
    exchange.env.incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  })
  app.get('/pages.css', exchange =>
    exchange.body(PAGE_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.route('/', payPages({ books, money, changed })).route('/', portalPages({ books, money, changed }))
  app.notFound(missingPage)

  // The port is another one after a restart, and with it the address of every page.
  for (const page of [...Object.values(books.sessions), ...Object.values(books.portals)])
    if (page.url !== null) page.url = addressOf(base, page)
  webhooks.announce()

  /** What a test or a page does to money; it is kept and told to whoever listens. */
  const done = <T>(result: T): T => {
    changed()
    return result
  }
  const subscription = (id: string) => money.subscriptionBy(id)

  return {
    fetch: (request: Request, bindings: HttpBindings) => app.fetch(request, bindings),
    secretKey,
    webhooks,
    /** Every request that came, oldest first. */
    seen,
    books,
    /** The card is good. Gives the subscription. */
    pay: (sessionId: string) => done(money.pay(sessionId)),
    expire: (sessionId: string) => done(money.expire(money.sessionBy(sessionId))),
    cancel: (id: string) => done(money.end(subscription(id))),
    cancelAtPeriodEnd: (id: string) => done(money.endWithPeriod(subscription(id), true)),
    makePastDue: (id: string) => done(money.makePastDue(subscription(id))),
    recover: (id: string) => done(money.recover(subscription(id))),
    /** Gives back what was paid last for a subscription, as an operator would in Stripe's dashboard. */
    refund: (id: string) => done(money.refundLast(subscription(id))),
    /** What time alone does is done when somebody asks; this asks. */
    passTime: () => done(money.passTime()),
    /** The next request, or the next of one operation, goes wrong. */
    failNext: plan,
    close: () => webhooks.close(),
  }
}
