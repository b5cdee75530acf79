import type { Context as Exchange } from 'hono'
import { Hono } from 'hono'
import * as z from 'zod'
import { BILLING_INTERVALS } from '#core/prices.ts'
import type { Context } from '#server/context.ts'
import { counted } from '#server/counters.ts'
import { askerOf } from '#server/meant-for.ts'
import { plainText } from '#server/plain-text.ts'
import { problem } from '#server/problem-response.ts'
import { perHour, take } from '#server/rate-limit.ts'
import { bodyOf } from '#server/request-body.ts'
import { beginCheckout } from './begin-checkout.ts'
import { billingOf } from './billing.ts'
import { openPortal } from './open-portal.ts'
import { priceCheck } from './price-check.ts'
import { refreshPlan } from './refresh-plan.ts'
import { stripeRoleOf } from './stripe-role.ts'

export const checkoutRequest = z.strictObject({
  interval: z.enum(BILLING_INTERVALS),
  language: plainText().min(1).max(35),
})
export const emptyRequest = z.strictObject({})

export const checkoutAnswer = z.object({
  sessionId: z.string(),
  url: z.url(),
  currency: z.enum(['EUR', 'USD']),
  value: z.number(),
})
export const portalAnswer = z.object({ url: z.url() })
export const refreshAnswer = z.object({ stripeRole: z.literal('pro').nullable() })

/** More than anybody needs who cannot decide; each may cost a call to the payment provider. */
const MOST_PER_HOUR = 60

/** Buying Pro and managing the subscription (spec 7). Who pays is the session's user; the price is chosen here. */
export function billingRoutes(context: Context): Hono {
  const { database, identity, now } = context
  const { db } = database
  const billing = billingOf(context)
  const checkPrice = billing && priceCheck(billing)

  /** The user who asks, when the body is as it must be and the allowance not used up (rule BI26); else what to answer. */
  async function asking<Schema extends z.ZodType>(exchange: Exchange, schema: Schema) {
    const signedIn = await askerOf(identity, exchange)
    if (signedIn === null) return { kind: 'refused' as const, response: problem('signed-out') }
    const request = await bodyOf(exchange, schema)
    if (request.kind === 'refused') return request
    const { user } = signedIn
    const taken = await take(db, {
      what: 'billing-per-user',
      who: user.id,
      allowance: perHour(MOST_PER_HOUR),
      now: now(),
    })
    if (taken.kind === 'taken') return { kind: 'user' as const, user, body: request.body }
    return { kind: 'refused' as const, response: problem('too-many-requests', taken) }
  }

  return new Hono()
    .post('/billing/checkout-sessions', async exchange => {
      const asked = await asking(exchange, checkoutRequest)
      if (asked.kind === 'refused') return asked.response
      // Nobody pays twice because a screen has not heard of the first time.
      if ((await stripeRoleOf(db, asked.user.id)) === 'pro') return problem('already-pro')
      if (billing === null || checkPrice === null) return problem('billing-not-configured')
      const checkout = await beginCheckout(billing, checkPrice, asked.user, asked.body)
      counted.checkout(checkout.kind)
      if (checkout.kind === 'already-pro') return problem('already-pro')
      if (checkout.kind === 'failed') return problem('payment-provider-failed')
      const { sessionId, url, currency, value } = checkout
      return exchange.json({ sessionId, url, currency, value }, 201)
    })
    .post('/billing/portal-sessions', async exchange => {
      const asked = await asking(exchange, emptyRequest)
      if (asked.kind === 'refused') return asked.response
      if (billing === null) return problem('billing-not-configured')
      const portal = await openPortal(billing, asked.user.id)
      if (portal.kind === 'no-customer') return problem('no-customer')
      if (portal.kind === 'failed') return problem('payment-provider-failed')
      return exchange.json({ url: portal.url }, 201)
    })
    .post('/billing/refresh', async exchange => {
      const asked = await asking(exchange, emptyRequest)
      if (asked.kind === 'refused') return asked.response
      const { id } = asked.user
      const stripeRole = billing === null ? await stripeRoleOf(db, id) : await refreshPlan(billing, id)
      return exchange.json({ stripeRole })
    })
}
