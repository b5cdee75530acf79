import type { Context as Exchange } from 'hono'
import { Hono } from 'hono'
import * as z from 'zod'
import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import type { ServerContext } from '#server/context.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { requireUser } from '#server/http/require-user.ts'
import { plainTextSchema } from '#server/http/plain-text.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour } from '#server/http/rate-limit.ts'
import { refusalByUserRateLimit } from '#server/http/user-rate-limit.ts'
import { parseRequestBody } from '#server/http/request-body.ts'
import { startCheckout } from './start-checkout.ts'
import { createBillingDependencies } from './billing.ts'
import { createPortalSession } from './create-portal-session.ts'
import { createPriceCheck } from './price-check.ts'
import { loadPricesForUser } from './load-prices.ts'
import { refreshPlanFromStripe } from './refresh-plan-from-stripe.ts'
import { loadStripeRole } from './stripe-role.ts'

/** Schema of a request to start a checkout. */
export const checkoutRequestSchema = z.strictObject({
  interval: z.enum(BILLING_INTERVALS),
  language: plainTextSchema(35).min(1),
})
/** Schema of a request body without fields, for requests that only trigger an action. */
export const emptyBodySchema = z.strictObject({})

const currency = z.enum(CURRENCIES)
/** Schema of the response to a checkout request: id and URL of Stripe's page, and the price that the page charges. */
export const checkoutResponseSchema = z.object({
  sessionId: z.string(),
  url: z.url(),
  currency,
  value: z.number(),
})
/** Schema of the response with the monthly and the yearly price of Pro for this user. */
export const pricesResponseSchema = z.object({ currency, month: z.number(), year: z.number() })
/** Schema of the response with the URL of Stripe's customer portal. */
export const portalResponseSchema = z.object({ url: z.url() })
/**
 * Schema of the response to POST /billing/refresh: the user's plan after it was fetched from Stripe, null for Free.
 */
export const refreshResponseSchema = z.object({ stripeRole: z.literal('pro').nullable() })

/** More than anybody needs. Each request may cost a call to the payment provider. */
const MAX_REQUESTS_PER_HOUR = 60
/** A limit of its own, so that showing prices does not use up the limit for purchases. */
const MAX_PRICE_REQUESTS_PER_HOUR = 120

/**
 * Routes for buying Pro and managing the subscription (spec 7). The user comes from the session, and the server chooses
 * the price, so that clients can change neither.
 */
export function billingRoutes(context: ServerContext): Hono {
  const { database, identity, now } = context
  const { db } = database
  const billing = createBillingDependencies(context)
  const checkPrice = billing && createPriceCheck(billing)

  /** Returns the signed-in user and the parsed body, or the response that refuses the request (rule BI26). */
  async function requireUserAndBody<Schema extends z.ZodType>(exchange: Exchange, schema: Schema) {
    const signedIn = await requireUser(identity, exchange)
    if (signedIn === null) return { kind: 'refused' as const, response: problemResponse('signed-out') }
    const request = await parseRequestBody(exchange, schema)
    if (request.kind === 'refused') return request
    const { user } = signedIn
    const refused = await refusalByUserRateLimit(db, {
      what: 'billing-per-user',
      who: user.id,
      allowance: limitPerHour(MAX_REQUESTS_PER_HOUR),
      now: now(),
    })
    if (refused !== null) return { kind: 'refused' as const, response: refused }
    return { kind: 'user' as const, user, body: request.body }
  }

  return new Hono()
    .post('/billing/checkout-sessions', async exchange => {
      const asked = await requireUserAndBody(exchange, checkoutRequestSchema)
      if (asked.kind === 'refused') return asked.response
      // Checks the plan again because a screen may not have heard of an earlier purchase yet.
      if ((await loadStripeRole(db, asked.user.id)) === 'pro') return problemResponse('already-pro')
      if (billing === null || checkPrice === null) return problemResponse('billing-not-configured')
      const checkout = await startCheckout(billing, checkPrice, asked.user, asked.body)
      incrementCounter.checkout(checkout.kind)
      if (checkout.kind === 'already-pro') return problemResponse('already-pro')
      if (checkout.kind === 'failed') return problemResponse('payment-provider-failed')
      const { sessionId, url, currency, value } = checkout
      return exchange.json({ sessionId, url, currency, value }, 201)
    })
    .get('/billing/prices', async exchange => {
      const signedIn = await requireUser(identity, exchange)
      if (signedIn === null) return problemResponse('signed-out')
      if (billing === null) return problemResponse('billing-not-configured')
      const { id } = signedIn.user
      const refused = await refusalByUserRateLimit(db, {
        what: 'prices-per-user',
        who: id,
        allowance: limitPerHour(MAX_PRICE_REQUESTS_PER_HOUR),
        now: now(),
      })
      if (refused !== null) return refused
      const prices = await loadPricesForUser(billing, id, exchange.req.query('language') ?? '')
      return prices === null ? problemResponse('payment-provider-failed') : exchange.json(prices)
    })
    .post('/billing/portal-sessions', async exchange => {
      const asked = await requireUserAndBody(exchange, emptyBodySchema)
      if (asked.kind === 'refused') return asked.response
      if (billing === null) return problemResponse('billing-not-configured')
      const portal = await createPortalSession(billing, asked.user.id)
      if (portal.kind === 'no-customer') return problemResponse('no-customer')
      if (portal.kind === 'failed') return problemResponse('payment-provider-failed')
      return exchange.json({ url: portal.url }, 201)
    })
    .post('/billing/refresh', async exchange => {
      const asked = await requireUserAndBody(exchange, emptyBodySchema)
      if (asked.kind === 'refused') return asked.response
      const { id } = asked.user
      const stripeRole =
        billing === null ? await loadStripeRole(db, id) : await refreshPlanFromStripe(billing, id)
      return exchange.json({ stripeRole })
    })
}
