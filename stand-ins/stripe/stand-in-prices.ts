import type { Stripe } from 'stripe'
import { BILLING_INTERVALS, CURRENCIES, pricesInCurrency } from '#core/plan/prices.ts'
import type { BillingInterval, Currency } from '#core/plan/prices.ts'
import { STAND_IN_PRICE_IDS } from './price-ids.ts'
import { stripeExampleObject } from './stripe-schemas.ts'

const LONG_AGO = 1_767_225_600

/** Returns the prices that the Stripe stand-in sells: one for each currency and billing interval. */
export const allStandInPrices = (): Stripe.Price[] => CURRENCIES.flatMap(pricesOf)

const pricesOf = (currency: Currency) => BILLING_INTERVALS.map(interval => newPrice(interval, currency))

function newPrice(interval: BillingInterval, currency: Currency): Stripe.Price {
  const hundredths = Math.round(pricesInCurrency(currency)[interval] * 100)
  return {
    ...(stripeExampleObject('price') as Stripe.Price),
    id: STAND_IN_PRICE_IDS[currency][interval],
    created: LONG_AGO,
    currency: currency.toLowerCase(),
    custom_unit_amount: null,
    lookup_key: null,
    nickname: `Dacapo Pro, ${interval}`,
    product: 'prod_dacapo_pro',
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'inclusive',
    transform_quantity: null,
    unit_amount: hundredths,
    // Decimal in the library, a string in JSON.
    unit_amount_decimal: String(hundredths) as unknown as Stripe.Price['unit_amount_decimal'],
  }
}
