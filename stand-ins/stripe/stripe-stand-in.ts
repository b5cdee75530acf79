import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { alreadySent } from '../already-sent.ts'
import { startLoopbackServer } from '../loopback-server.ts'
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
  /** The URL that receives signed events; null queues them. */
  webhookUrl: string | null
  webhookSecret: string
  now: () => number
  secretKey?: string
  /** The file that stores the data beyond a restart; null keeps it in memory. */
  file?: string | null
  /** Milliseconds before the next attempt to deliver a webhook, after this many attempts. */
  waitAfter?: (tries: number) => number
  /** True to validate our own responses, too, as tests do. It slows down the first response of each kind. */
  checksAnswers?: boolean
}

/** Starts the stand-in on its own port; 0 takes any free one. */
export async function startStripeStandIn({ port, ...settings }: Settings & { port: number }) {
  let standIn: ReturnType<typeof createStripeStandIn> | null = null
  const server = await startLoopbackServer(async (request, bindings) => {
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
 * Creates a stand-in for Stripe, for development machines and tests. It implements the HTTP API, validates every
 * request against its schemas, has a checkout page and a portal, and sends signed webhooks. Never imported where money
 * is real (rule SS1). `base` is its address in a browser on this machine.
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
    // Checks Host, because a public page can point its own name at 127.0.0.1 but cannot choose the Host header.
    if (exchange.req.header('host') === new URL(base).host) return next()
    return exchange.text('Not here', 404)
  })
  app.all('/v1/*', async exchange => {
    const { answer, failure } = await api(exchange.req.raw)
    if (failure?.kind === 'time-out') return new Promise<Response>(() => {})
    if (failure?.kind !== 'reset') return answer
    exchange.env.incoming.socket.destroy()
    return alreadySent()
  })
  app.get('/pages.css', exchange =>
    exchange.body(PAGE_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.route('/', payPages({ books, money, changed })).route('/', portalPages({ books, money, changed }))
  app.notFound(missingPage)

  // The port changes after a restart, and with it the address of every page.
  for (const page of [...Object.values(books.sessions), ...Object.values(books.portals)])
    if (page.url !== null) page.url = addressOf(base, page)
  webhooks.announce()

  /** Runs an operation of a test or a page, stores the result and sends its events. */
  const done = <T>(result: T): T => {
    changed()
    return result
  }
  const subscription = (id: string) => money.subscriptionBy(id)

  return {
    fetch: (request: Request, bindings: HttpBindings) => app.fetch(request, bindings),
    secretKey,
    webhooks,
    /** All requests so far, oldest first. */
    seen,
    books,
    /** Pays a session with a good card. Returns the subscription. */
    pay: (sessionId: string) => done(money.pay(sessionId)),
    expire: (sessionId: string) => done(money.expire(money.sessionBy(sessionId))),
    cancel: (id: string) => done(money.end(subscription(id))),
    cancelAtPeriodEnd: (id: string) => done(money.endWithPeriod(subscription(id), true)),
    makePastDue: (id: string) => done(money.makePastDue(subscription(id))),
    recover: (id: string) => done(money.recover(subscription(id))),
    /** Refunds the last payment of a subscription, as an operator would in Stripe's dashboard. */
    refund: (id: string) => done(money.refundLast(subscription(id))),
    /** Processes what time alone does; otherwise that happens at the next request. */
    passTime: () => done(money.passTime()),
    /** Makes the next request fail, or the next one of an operation. */
    failNext: plan,
    close: () => webhooks.close(),
  }
}
