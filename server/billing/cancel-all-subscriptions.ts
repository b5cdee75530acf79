import { createBillingDependencies, isStripeError, loadCustomerId } from './billing.ts'
import { stripeErrorForLog } from './billing.ts'
import type { BillingDependencies, BillingServerContext } from './billing.ts'
import { expireCheckout } from './checkout.ts'
import { cancelSubscription, fetchSubscriptions, selectLivingSubscriptions } from './subscriptions.ts'
import type { BillingCustomer } from './subscriptions.ts'

/** Longer than the deletion of an account takes. */
const CLOSED_MILLISECONDS = 60_000

/**
 * Expires all checkout pages of a user and cancels all subscriptions before the account is deleted (rule DA1). Returns
 * 'failed' if the user might still be charged; the account must then not be deleted. On success no checkout can start
 * for a minute.
 */
export async function cancelAllSubscriptions(
  context: BillingServerContext,
  userId: string,
): Promise<'ended' | 'failed'> {
  const { db } = context.database
  const closeUntil = (until: number) =>
    db.updateTable('billing_account').set({ closed_until: until }).where('user_id', '=', userId).execute()
  await closeUntil(context.now() + CLOSED_MILLISECONDS)
  const customerId = await loadCustomerId(db, userId)
  if (customerId === null) return 'ended'
  const billing = createBillingDependencies(context)
  if (billing === null) {
    context.log.error('an account with a customer of Stripe cannot be deleted without the keys of Stripe')
    return 'failed'
  }
  try {
    await cancelEverything(billing, { userId, customerId })
    return 'ended'
  } catch (error) {
    await closeUntil(0)
    if (!isStripeError(error)) throw error
    context.log.error({ stripe: stripeErrorForLog(error) }, 'the subscriptions of a user could not be ended')
    return 'failed'
  }
}

async function cancelEverything(billing: BillingDependencies, customer: BillingCustomer): Promise<void> {
  const { db, stripe } = billing
  const open = { customer: customer.customerId, status: 'open', limit: 100 } as const
  const { data: pages } = await stripe.checkout.sessions.list(open)
  for (const { id } of pages) await expireCheckout(stripe, id)
  await fetchSubscriptions(billing, customer)
  for (const { id } of await selectLivingSubscriptions(db, customer.userId).execute())
    await cancelSubscription(stripe, id)
  await fetchSubscriptions(billing, customer)
}
