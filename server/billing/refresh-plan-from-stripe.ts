import type { StripeRole } from '#core/plan/plan.ts'
import type { BillingDependencies } from './billing.ts'
import { stripeErrorForLog, isStripeError } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import { loadStripeRole } from './stripe-role.ts'

/**
 * Fetches the user's subscriptions from Stripe, stores them and returns the resulting plan. Returns the stored plan if
 * Stripe cannot be reached (rule BI5).
 */
export async function refreshPlanFromStripe(
  billing: BillingDependencies,
  userId: string,
): Promise<StripeRole> {
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
      log.warn({ stripe: stripeErrorForLog(error) }, 'a plan could not be refreshed')
    }
  }
  return loadStripeRole(db, userId)
}
