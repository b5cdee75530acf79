import type { Stripe } from 'stripe'
import type { Currency } from '#core/plan/prices.ts'
import { isStripeNotFound } from './billing.ts'

/** Fetches a customer from Stripe. Returns null if it was deleted there or never existed. */
export async function findStripeCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted === true ? null : customer
  } catch (error) {
    if (isStripeNotFound(error)) return null
    throw error
  }
}

/** Returns the currency of a customer who has paid before, because Stripe accepts no other (D9); otherwise null. */
export function customerCurrency({ currency }: Stripe.Customer): Currency | null {
  const bound = currency?.toUpperCase()
  return bound === 'EUR' || bound === 'USD' ? bound : null
}
