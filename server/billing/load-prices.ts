import { currencyForLanguage, pricesInCurrency } from '#core/plan/prices.ts'
import type { Currency, ProPrices } from '#core/plan/prices.ts'
import type { BillingDependencies } from './billing.ts'
import { stripeErrorForLog, isStripeError } from './billing.ts'
import { customerCurrency, fetchStripeCustomer } from './stripe-customer.ts'

/**
 * Returns the prices that a checkout would charge this user (rule BI27). Asks Stripe only about users who are
 * already customers there, because they may have paid in another currency. Returns null if Stripe does not answer.
 *
 * @param language the app's language on this device, which determines the currency unless the user has paid before
 */
export async function loadPricesForUser(
  billing: BillingDependencies,
  userId: string,
  language: string,
): Promise<ProPrices | null> {
  try {
    return pricesInCurrency((await loadCustomerCurrency(billing, userId)) ?? currencyForLanguage(language))
  } catch (error) {
    if (!isStripeError(error)) throw error
    billing.log.warn(
      { stripe: stripeErrorForLog(error) },
      'the currency of a customer could not be looked up',
    )
    return null
  }
}

async function loadCustomerCurrency(
  { db, stripe }: BillingDependencies,
  userId: string,
): Promise<Currency | null> {
  const account = await db
    .selectFrom('billing_account')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const customerId = account?.customer_id ?? null
  const customer = customerId === null ? null : await fetchStripeCustomer(stripe, customerId)
  return customer === null ? null : customerCurrency(customer)
}
