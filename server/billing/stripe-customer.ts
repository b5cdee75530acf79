import type { Stripe } from 'stripe'
import type { Currency } from '#core/plan/prices.ts'
import { isStripeNotFound } from './billing.ts'

/** Fetches a customer from Stripe. Returns null if it does not exist or was deleted there. */
export async function fetchStripeCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted === true ? null : customer
  } catch (error) {
    if (isStripeNotFound(error)) return null
    throw error
  }
}

/**
 * Returns the currency in which a customer has paid before. Stripe accepts no other currency from this customer (D9).
 * Returns null if the customer has not paid yet, or has paid in a currency other than EUR and USD.
 */
export function customerCurrency({ currency }: Stripe.Customer): Currency | null {
  const bound = currency?.toUpperCase()
  return bound === 'EUR' || bound === 'USD' ? bound : null
}
