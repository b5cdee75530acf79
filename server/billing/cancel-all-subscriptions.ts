import { expireOpenCheckouts } from './start-checkout.ts'
import { releaseBillingLease, acquireBillingLease } from './billing-lease.ts'
import { createBillingDependencies, stripeErrorForLog, isStripeError } from './billing.ts'
import type { BillingDependencies, BillingServerContext } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import { cancelSubscription } from './duplicate-subscriptions.ts'

/**
 * Cancels all subscriptions and open checkouts of a user before the account is deleted (rule BI25). Returns 'failed' if
 * the user might still be charged; the account must then not be deleted. On success, keeps the billing lease (the lock
 * on the user's purchases) for a minute, so that no checkout can start meanwhile.
 */
export async function cancelAllSubscriptions(
  context: BillingServerContext,
  userId: string,
): Promise<'ended' | 'failed'> {
  const { db } = context.database
  const account = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (account === undefined || account.customer_id === null) return 'ended'
  const billing = createBillingDependencies(context)
  if (billing === null) {
    context.log.error('an account with a customer of Stripe cannot be deleted without the keys of Stripe')
    return 'failed'
  }
  const lease = await acquireBillingLease(billing, userId)
  if (lease === null) return 'failed'
  if (lease.customerId === null) return 'ended'
  try {
    await cancelEverything(billing, { userId, customerId: lease.customerId })
    return 'ended'
  } catch (error) {
    await releaseBillingLease(billing, lease, true)
    if (!isStripeError(error)) throw error
    context.log.error({ stripe: stripeErrorForLog(error) }, 'the subscriptions of a user could not be ended')
    return 'failed'
  }
}

async function cancelEverything(
  billing: BillingDependencies,
  customer: { userId: string; customerId: string },
): Promise<void> {
  await expireOpenCheckouts(billing.stripe, customer.customerId)
  // Duplicates must be refunded before their rows are deleted.
  await fetchSubscriptions(billing, customer)
  const living = await billing.db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', customer.userId)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .execute()
  for (const { id } of living) await cancelSubscription(billing.stripe, id)
  await fetchSubscriptions(billing, customer)
}
