import { Hono } from 'hono'
import { counted } from '#server/counters.ts'
import { problem } from '#server/problem-response.ts'
import { onlySmallBodies } from '#server/request-guards.ts'
import { billingOf, faultOf, isStripeError } from './billing.ts'
import type { BillingParts } from './billing.ts'
import { actOn, noticeIn } from './stripe-event.ts'

/**
 * POST /api/v1/stripe/webhook: where Stripe tells that something has changed. It stands before the guard that asks
 * for our origin, because no browser sends this; who does, the signature over the untouched body tells (rule BI19).
 */
export function webhookRoutes(context: BillingParts): Hono {
  const billing = billingOf(context)
  return new Hono().post('/stripe/webhook', onlySmallBodies, async exchange => {
    if (billing === null) return problem('billing-not-configured')
    const notice = await noticeIn(
      billing,
      await exchange.req.text(),
      exchange.req.header('stripe-signature') ?? '',
    )
    if (notice === null) {
      counted.webhook('bad-signature')
      return problem('bad-signature')
    }
    try {
      await actOn(billing, notice)
    } catch (error) {
      counted.webhook('failed')
      if (!isStripeError(error)) throw error
      context.log.warn(
        { notice: notice.id, stripe: faultOf(error) },
        'a notice of Stripe waits to be acted on',
      )
      return problem('server-error')
    }
    counted.webhook('taken')
    return exchange.json({ received: true }, 200, { 'cache-control': 'no-store' })
  })
}
