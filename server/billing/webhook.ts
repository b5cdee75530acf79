import { Hono } from 'hono'
import { Stripe } from 'stripe'
import * as z from 'zod'
import { postStripeEvent } from '#core/protocol/operations.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { createBillingDependencies, isStripeError, stripeErrorForLog } from './billing.ts'
import type { BillingDependencies, BillingServerContext } from './billing.ts'
import { fetchSubscriptions } from './subscriptions.ts'

/** Maximum age of a signed event, so that an intercepted one cannot be replayed a day later. */
const TOLERANCE_SECONDS = 300

/** Event types that may change a plan. All others are accepted and ignored. */
const PLAN_EVENT_TYPES = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$)/

/** The fields of an event that we read: its type and the customer. The state itself is fetched from Stripe. */
const stripeEventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})
type StripeEvent = z.infer<typeof stripeEventSchema>

/**
 * Route POST /api/v1/stripe/webhook, which receives Stripe's events. It authenticates a request by the signature of its
 * body (rule BI19), and fetches the customer's subscriptions. An event that fails is refused, so that Stripe sends it
 * again. The route is registered before the origin check, because these requests do not come from a browser.
 */
export function webhookRoutes(context: BillingServerContext): Hono {
  const billing = createBillingDependencies(context)
  return new Hono().post(postStripeEvent.path, async exchange => {
    if (billing === null) return problemResponse('billing-not-configured')
    const signature = exchange.req.header('stripe-signature') ?? ''
    const event = await parseStripeEvent(billing, await exchange.req.text(), signature)
    if (event === 'forged') {
      incrementCounter.webhook('bad-signature')
      return problemResponse('bad-signature')
    }
    if (event === 'malformed') {
      incrementCounter.webhook('failed')
      context.log.warn('a signed notice of Stripe is not an event as this version knows them')
      return problemResponse('malformed-request')
    }
    try {
      await handleStripeEvent(billing, event)
    } catch (error) {
      incrementCounter.webhook('failed')
      if (!isStripeError(error)) throw error
      const about = { notice: event.id, stripe: stripeErrorForLog(error) }
      context.log.warn(about, 'a notice of Stripe waits to be acted on')
      return problemResponse('server-error')
    }
    incrementCounter.webhook('taken')
    return exchange.json({ received: true }, 200, { 'cache-control': 'no-store' })
  })
}

/**
 * Checks the signature of an event, and parses it. It is 'forged' if the signature is invalid or more than 5 minutes
 * old, and 'malformed' if a correctly signed body has an unexpected format.
 */
async function parseStripeEvent(
  { stripe, settings, now }: BillingDependencies,
  body: string,
  signature: string,
): Promise<StripeEvent | 'forged' | 'malformed'> {
  try {
    const { webhookSecret: secret } = settings
    const event = stripeEventSchema.safeParse(
      await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS, undefined, now()),
    )
    return event.success ? event.data : 'malformed'
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'forged'
    // The signature is checked before the body is parsed as JSON.
    if (error instanceof SyntaxError) return 'malformed'
    throw error
  }
}

/** Ignores events of unknown customers, and those that cannot change a plan. Throws Stripe's errors. */
async function handleStripeEvent(billing: BillingDependencies, event: StripeEvent): Promise<void> {
  const customerId = customerIdOf(event)
  if (customerId === null || !PLAN_EVENT_TYPES.test(event.type)) return
  const account = await billing.db
    .selectFrom('billing_account')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (account !== undefined) await fetchSubscriptions(billing, { userId: account.user_id, customerId })
}

function customerIdOf({ data: { object } }: StripeEvent): string | null {
  if (object.object === 'customer') return object.id ?? null
  const { customer } = object
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}
