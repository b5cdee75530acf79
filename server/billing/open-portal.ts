import type { Billing } from './billing.ts'
import { faultOf, isMissing, isStripeError } from './billing.ts'

export type OpenedPortal = { kind: 'open'; url: string } | { kind: 'no-customer' } | { kind: 'failed' }

/** The page of Stripe's where this user manages what they pay; it leads back to /account (spec 7). */
export async function openPortal(
  { db, stripe, origin, log }: Billing,
  userId: string,
): Promise<OpenedPortal> {
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
    if (isMissing(error)) return { kind: 'no-customer' }
    if (!isStripeError(error)) throw error
    log.error({ stripe: faultOf(error) }, 'the portal could not be opened')
    return { kind: 'failed' }
  }
}
