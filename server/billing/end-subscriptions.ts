import { closeCheckouts } from './begin-checkout.ts'
import { giveUpLease, leaseAccount } from './billing-account.ts'
import { billingOf, faultOf, isStripeError } from './billing.ts'
import type { Billing, BillingParts } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'
import { cancelSubscription } from './second-subscription.ts'

/**
 * Ends at once whatever this user pays or could begin to pay, before the account is deleted (rule BI25). 'failed':
 * something may still be charged, so nothing may be deleted. Afterwards no checkout begins for a minute, unless the
 * rows are gone by then: `billing_account`, `subscription` and `stripe_event` hold the user's id.
 */
export async function endSubscriptions(context: BillingParts, userId: string): Promise<'ended' | 'failed'> {
  const { db } = context.database
  const account = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (account === undefined || account.customer_id === null) return 'ended'
  const billing = billingOf(context)
  if (billing === null) {
    context.log.error('an account with a customer of Stripe cannot be deleted without the keys of Stripe')
    return 'failed'
  }
  const lease = await leaseAccount(billing, userId)
  if (lease === null) return 'failed'
  if (lease.customerId === null) return 'ended'
  try {
    await endAll(billing, { userId, customerId: lease.customerId })
    return 'ended'
  } catch (error) {
    await giveUpLease(billing, lease, true)
    if (!isStripeError(error)) throw error
    context.log.error({ stripe: faultOf(error) }, 'the subscriptions of a user could not be ended')
    return 'failed'
  }
}

async function endAll(billing: Billing, customer: { userId: string; customerId: string }): Promise<void> {
  await closeCheckouts(billing.stripe, customer.customerId)
  // What was bought twice is given back before it is forgotten.
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
