import { Hono } from 'hono'
import { Stripe } from 'stripe'
import { postStripeEvent } from '#core/protocol/operations.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { createBillingDependencies, logStripeErrorOrRethrow } from './billing.ts'
import type { BillingDependencies, BillingServerContext } from './billing.ts'
import { refreshSubscriptions } from './subscriptions.ts'

const TOLERANCE_SECONDS = 300

const PLAN_EVENT_TYPES = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$)/

/** Register these routes before the origin check, because Stripe's requests have no Origin header. */
export function webhookRoutes(context: BillingServerContext): Hono {
  const billing = createBillingDependencies(context)
  return new Hono().post(postStripeEvent.path, async exchange => {
    if (billing === null) return problemResponse('billing-not-configured')
    const signature = exchange.req.header('stripe-signature') ?? ''
    const event = await verifiedEvent(billing, await exchange.req.text(), signature)
    if (event === null) {
      counterIncrementers.webhook('bad-signature')
      return problemResponse('bad-signature')
    }
    try {
      await handleStripeEvent(billing, event)
    } catch (error) {
      counterIncrementers.webhook('failed')
      logStripeErrorOrRethrow(
        context.log.child({ notice: event.id }),
        'warn',
        error,
        'a notice of Stripe waits to be acted on',
      )
      return problemResponse('server-error')
    }
    counterIncrementers.webhook('taken')
    return exchange.json({ received: true }, 200, { 'cache-control': 'no-store' })
  })
}

async function verifiedEvent(
  { stripe, settings: { webhookSecret }, now }: BillingDependencies,
  body: string,
  signature: string,
): Promise<Stripe.Event | null> {
  const { webhooks } = stripe
  try {
    return await webhooks.constructEventAsync(
      body,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now(),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

async function handleStripeEvent(billing: BillingDependencies, event: Stripe.Event): Promise<void> {
  const customerId = customerIdOf(event)
  if (customerId === null || !PLAN_EVENT_TYPES.test(event.type)) return
  const account = await billing.db
    .selectFrom('billing_account')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (account !== undefined) await refreshSubscriptions(billing, { userId: account.user_id, customerId })
}

function customerIdOf({ data }: Stripe.Event): string | null {
  const object: { object?: string; id?: string; customer?: unknown } = data.object
  if (object.object === 'customer') return object.id ?? null
  return typeof object.customer === 'string' ? object.customer : null
}
