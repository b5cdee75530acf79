import type { BillingDependencies } from './billing.ts'
import { stripeErrorForLog, isStripeNotFound, isStripeError } from './billing.ts'

/** The URL of Stripe's customer portal, on which users manage their subscription, or the reason why there is none. */
export type PortalResult = { kind: 'open'; url: string } | { kind: 'no-customer' } | { kind: 'failed' }

/**
 * Creates a session of Stripe's customer portal. The portal's back link leads to /account (spec 7). Returns
 * 'no-customer' if the user has never started a checkout, and 'failed' if Stripe refuses or does not answer.
 */
export async function createPortalSession(
  { db, stripe, origin, log }: BillingDependencies,
  userId: string,
): Promise<PortalResult> {
  const account = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const customer = account?.customer_id ?? null
  if (customer === null) return { kind: 'no-customer' }
  try {
    const parameters = { customer, return_url: `${origin}/account`, locale: 'auto' } as const
    const { url } = await stripe.billingPortal.sessions.create(parameters)
    return { kind: 'open', url }
  } catch (error) {
    if (isStripeNotFound(error)) return { kind: 'no-customer' }
    if (!isStripeError(error)) throw error
    log.error({ stripe: stripeErrorForLog(error) }, 'the portal could not be opened')
    return { kind: 'failed' }
  }
}
