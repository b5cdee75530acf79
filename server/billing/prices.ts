import type { Stripe } from 'stripe'
import { currencyForLanguage, proPricesInCurrency } from '#core/plan/prices.ts'
import type { BillingInterval, Currency, ProPricesInCurrency } from '#core/plan/prices.ts'
import {
  isStripeNotFound,
  loadCustomerId,
  logStripeErrorOrRethrow,
  type BillingDependencies,
} from './billing.ts'

export async function loadPricesForUser(
  { db, stripe, log }: BillingDependencies,
  userId: string,
  language: string,
): Promise<ProPricesInCurrency | null> {
  try {
    const customerId = await loadCustomerId(db, userId)
    const customer = customerId === null ? null : await fetchStripeCustomer(stripe, customerId)
    return proPricesInCurrency(currencyForCustomer(customer, language))
  } catch (error) {
    logStripeErrorOrRethrow(log, 'warn', error, 'the currency of a customer could not be looked up')
    return null
  }
}

export async function fetchStripeCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted === true ? null : customer
  } catch (error) {
    if (isStripeNotFound(error)) return null
    throw error
  }
}

/** If a customer has paid before, Stripe accepts only the same currency again. */
export function currencyForCustomer(customer: Stripe.Customer | null, language: string): Currency {
  const bound = customer?.currency?.toUpperCase()
  return bound === 'EUR' || bound === 'USD' ? bound : currencyForLanguage(language)
}

export async function verifyStripePrice(
  { stripe, settings, log }: BillingDependencies,
  currency: Currency,
  interval: BillingInterval,
): Promise<boolean> {
  const price = settings.prices[currency][interval]
  const faults = priceFaults(await stripe.prices.retrieve(price), currency, interval)
  if (faults.length > 0)
    log.error(
      { variable: `STRIPE_PRICES (${currency} a ${interval})`, price, faults },
      'a price at Stripe is not the one that our screens name: nothing is sold at it',
    )
  return faults.length === 0
}

export function priceFaults(price: Stripe.Price, currency: Currency, interval: BillingInterval): string[] {
  const expected = Math.round(proPricesInCurrency(currency)[interval] * 100)
  const every = price.recurring?.interval_count === 1 ? price.recurring.interval : null
  const faults: readonly (readonly [boolean, string])[] = [
    [!price.active, 'is archived'],
    [price.currency !== currency.toLowerCase(), `is in ${price.currency}, not in ${currency}`],
    [price.unit_amount !== expected, `is ${price.unit_amount} hundredths, not ${expected}`],
    [every !== interval, `is not paid every ${interval}`],
    [price.recurring?.usage_type === 'metered', 'is metered'],
  ]
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []))
}
