import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { BillingDependencies } from './billing.ts'
import { isStripeNotFound } from './billing.ts'
import type { BillingCustomer } from './billing-customer.ts'
import { refundDuplicateSubscriptions } from './duplicate-subscriptions.ts'
import { storeSubscriptions } from './store-subscriptions.ts'

/** How often subscriptions are fetched again after a duplicate was canceled. */
const MAX_FETCHES = 3

/**
 * Fetches all subscriptions of a customer from Stripe and stores them in the database. Then cancels and refunds those
 * that duplicate a subscription for which the customer already pays (rule BI16). Callers use this function even if an
 * event of Stripe contains a subscription, because the content of an event may be outdated (rule BI20). Does nothing if
 * the user was deleted. Throws Stripe's errors.
 */
export async function fetchSubscriptions(
  billing: BillingDependencies,
  customer: BillingCustomer,
): Promise<void> {
  for (let looks = 0; looks < MAX_FETCHES; looks += 1) {
    const asked = await nextRequestTime(billing, customer)
    if (asked === null) return
    const subscriptions = await listSubscriptions(billing.stripe, customer.customerId)
    await storeSubscriptions(billing, customer, { asked, subscriptions })
    if (!(await refundDuplicateSubscriptions(billing, customer, subscriptions))) return
  }
}

/**
 * Returns the time of a request to Stripe, later than every earlier one for this customer, across servers and clocks.
 * It keeps an older answer from overwriting a newer one. Returns null if the account is gone or belongs to another
 * customer now.
 */
async function nextRequestTime(
  { db, now }: BillingDependencies,
  { userId, customerId }: BillingCustomer,
): Promise<number | null> {
  const account = await db
    .updateTable('billing_account')
    .set({ fetched_at: sql<number>`greatest(fetched_at + 1, ${now()}::bigint)` })
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .returning('fetched_at')
    .executeTakeFirst()
  return account?.fetched_at ?? null
}

/** Lists all subscriptions of a customer, ended ones included. */
async function listSubscriptions(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const parameters = { customer: customerId, status: 'all', limit: 100 } as const
  try {
    const subscriptions: Stripe.Subscription[] = []
    for await (const subscription of stripe.subscriptions.list(parameters)) subscriptions.push(subscription)
    return subscriptions
  } catch (error) {
    if (!isStripeNotFound(error)) throw error
    // A deleted customer has no subscriptions. An unknown one means that the keys belong to another Stripe account:
    // then everybody who has paid keeps Pro until the keys are corrected.
    const customer = await stripe.customers.retrieve(customerId)
    if (customer.deleted === true) return []
    throw error
  }
}
