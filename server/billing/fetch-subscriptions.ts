import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Billing } from './billing.ts'
import { isMissing } from './billing.ts'
import { giveBackSecond } from './second-subscription.ts'
import { storeSubscriptions } from './store-subscriptions.ts'

/** A user of ours and the customer of Stripe's. */
export type Customer = { userId: string; customerId: string }

/** So often it is looked again after a second subscription was ended. */
const MOST_LOOKS = 3

/**
 * Asks Stripe for all subscriptions of a customer and keeps what it says; whatever a notice said is not believed,
 * because it may be old (rule BI20). No transaction is open meanwhile. A second living subscription is ended and given
 * back (rule BI16).
 */
export async function fetchSubscriptions(billing: Billing, customer: Customer): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const asked = await nextMoment(billing, customer)
    if (asked === null) return
    const subscriptions = await listSubscriptions(billing.stripe, customer.customerId)
    await storeSubscriptions(billing, customer, { asked, subscriptions })
    if (!(await giveBackSecond(billing, customer, subscriptions))) return
  }
}

/**
 * The moment before Stripe is asked, later than every earlier one of this customer, on whichever server and however
 * its clock goes: an answer that was asked for earlier never overwrites one that was asked for later. Null where the
 * account is gone, or belongs to another customer now.
 */
async function nextMoment({ db, now }: Billing, { userId, customerId }: Customer): Promise<number | null> {
  const account = await db
    .updateTable('billing_account')
    .set({ fetched_at: sql<number>`greatest(fetched_at + 1, ${now()}::bigint)` })
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .returning('fetched_at')
    .executeTakeFirst()
  return account?.fetched_at ?? null
}

/** All of them, ended ones too. */
async function listSubscriptions(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  const parameters = { customer: customerId, status: 'all', limit: 100 } as const
  try {
    const subscriptions: Stripe.Subscription[] = []
    for await (const subscription of stripe.subscriptions.list(parameters)) subscriptions.push(subscription)
    return subscriptions
  } catch (error) {
    if (!isMissing(error)) throw error
    // Deleted at Stripe: so are the subscriptions. Unknown there: the keys are another account's, and whoever has
    // paid keeps Pro until they are mended.
    const customer = await stripe.customers.retrieve(customerId)
    if (customer.deleted === true) return []
    throw error
  }
}
