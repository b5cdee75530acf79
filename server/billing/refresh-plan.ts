import type { StripeRole } from '#core/plan.ts'
import type { Billing } from './billing.ts'
import { faultOf, isStripeError } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import { stripeRoleOf } from './stripe-role.ts'

/** The plan as Stripe has it now; while Stripe is away, as it last had it (rule BI5). */
export async function refreshPlan(billing: Billing, userId: string): Promise<StripeRole> {
  const { db, log } = billing
  const account = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const customerId = account?.customer_id ?? null
  if (customerId !== null) {
    try {
      await fetchSubscriptions(billing, { userId, customerId })
    } catch (error) {
      if (!isStripeError(error)) throw error
      log.warn({ stripe: faultOf(error) }, 'a plan could not be refreshed')
    }
  }
  return stripeRoleOf(db, userId)
}
