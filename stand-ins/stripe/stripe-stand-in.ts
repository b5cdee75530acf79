import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { responseAlreadySent } from '../response-already-sent.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { hostedPageUrl } from './checkout-operations.ts'
import { createSubscriptionEngine } from './subscription-engine.ts'
import { renderNotFoundPage, STRIPE_PAGE_STYLE } from './render-page.ts'
import { createCheckoutRoutes } from './checkout-page.ts'
import { createFailurePlan } from './failure-plan.ts'
import { createPortalRoutes } from './portal-page.ts'
import { createStripeApiHandler } from './stripe-api.ts'
import type { RecordedRequest } from './stripe-api.ts'
import { openStateFile } from './stripe-state.ts'
import { createWebhookDelivery } from './webhooks.ts'

/** A running local stand-in for Stripe, with its address and the functions that tests use. */
export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

type Settings = {
  /** The URL that receives signed events. If null, events are only stored. */
  webhookUrl: string | null
  webhookSecret: string
  now: () => number
  secretKey?: string
  /** The file that stores the data beyond a restart; null keeps it in memory. */
  file?: string | null
  /** Returns the milliseconds to wait before a webhook is sent again, after this number of attempts. */
  waitAfter?: (tries: number) => number
  /**
   * True to validate the stand-in's own responses too, as in tests. This slows down the first response of each kind.
   */
  checksAnswers?: boolean
}

/** Starts the local stand-in for Stripe on its own port. Port 0 takes any free port. */
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
 * Creates a local stand-in for Stripe, for development machines and tests. It implements the HTTP API, validates
 * requests against Stripe's schemas, has a checkout page and a customer portal, and sends signed webhooks. Never
 * imported in production (rule SS1). `base` is the URL at which it can be reached.
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
  const stateFile = openStateFile(file)
  const { state } = stateFile
  const changed = () => stateFile.save()
  const webhooks = createWebhookDelivery(state, {
    url: webhookUrl,
    secret: webhookSecret,
    now,
    waitAfter,
    changed,
  })
  const engine = createSubscriptionEngine(state, { now, announce: webhooks.announce })
  const { plan, next: failureOf } = createFailurePlan()
  const seen: RecordedRequest[] = []

  const api = createStripeApiHandler({
    state,
    engine,
    secretKey,
    base,
    now,
    failureOf,
    seen,
    changed,
    checksAnswers,
  })
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
    return responseAlreadySent()
  })
  app.get('/pages.css', exchange =>
    exchange.body(STRIPE_PAGE_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app
    .route('/', createCheckoutRoutes({ state, engine, changed }))
    .route('/', createPortalRoutes({ state, engine, changed }))
  app.notFound(renderNotFoundPage)

  // The port changes after a restart, and with it the address of every page.
  for (const page of [...Object.values(state.sessions), ...Object.values(state.portals)])
    if (page.url !== null) page.url = hostedPageUrl(base, page)
  webhooks.announce()

  /** Runs an operation of a test or a page, stores the result and sends its events. */
  const done = <T>(result: T): T => {
    changed()
    return result
  }
  const subscription = (id: string) => engine.subscriptionBy(id)

  return {
    fetch: (request: Request, bindings: HttpBindings) => app.fetch(request, bindings),
    secretKey,
    webhooks,
    /** All API requests so far, oldest first. */
    seen,
    state,
    /** Pays a checkout session with a valid card. Returns the new subscription. */
    pay: (sessionId: string) => done(engine.pay(sessionId)),
    expire: (sessionId: string) => done(engine.expire(engine.sessionBy(sessionId))),
    cancel: (id: string) => done(engine.end(subscription(id))),
    cancelAtPeriodEnd: (id: string) => done(engine.endWithPeriod(subscription(id), true)),
    makePastDue: (id: string) => done(engine.makePastDue(subscription(id))),
    recover: (id: string) => done(engine.recover(subscription(id))),
    /** Refunds the last payment of a subscription, as an operator would in Stripe's dashboard. */
    refund: (id: string) => done(engine.refundLast(subscription(id))),
    /** Applies the effects of elapsed time now instead of at the next request. */
    passTime: () => done(engine.passTime()),
    /** Plans a failure for the next request, or for the next request to a given operation. */
    failNext: plan,
    close: () => webhooks.close(),
  }
}
