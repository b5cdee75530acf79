import { Hono } from 'hono'
import { postStripeEvent } from '#core/protocol/operations.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { createBillingDependencies, stripeErrorForLog, isStripeError } from './billing.ts'
import type { BillingServerContext } from './billing.ts'
import { handleStripeEvent, parseStripeEvent } from './stripe-event.ts'

/**
 * Route POST /api/v1/stripe/webhook, which receives Stripe's events. It authenticates a request by the signature of its
 * body (rule BI19). It is registered before the origin check, because these requests do not come from a browser.
 */
export function webhookRoutes(context: BillingServerContext): Hono {
  const billing = createBillingDependencies(context)
  return new Hono().post(postStripeEvent.path, async exchange => {
    if (billing === null) return problemResponse('billing-not-configured')
    const parsed = await parseStripeEvent(
      billing,
      await exchange.req.text(),
      exchange.req.header('stripe-signature') ?? '',
    )
    if (parsed.kind === 'forged') {
      incrementCounter.webhook('bad-signature')
      return problemResponse('bad-signature')
    }
    if (parsed.kind === 'malformed') {
      incrementCounter.webhook('failed')
      context.log.warn('a signed notice of Stripe is not an event as this version knows them')
      return problemResponse('malformed-request')
    }
    const { event: notice } = parsed
    try {
      await handleStripeEvent(billing, notice)
    } catch (error) {
      incrementCounter.webhook('failed')
      if (!isStripeError(error)) throw error
      context.log.warn(
        { notice: notice.id, stripe: stripeErrorForLog(error) },
        'a notice of Stripe waits to be acted on',
      )
      return problemResponse('server-error')
    }
    incrementCounter.webhook('taken')
    return exchange.json({ received: true }, 200, { 'cache-control': 'no-store' })
  })
}
