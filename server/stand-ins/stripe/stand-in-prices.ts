import type { Stripe } from 'stripe'
import { BILLING_INTERVALS, priceOf } from '#core/prices.ts'
import type { BillingInterval } from '#core/prices.ts'
import { STAND_IN_PRICES } from './price-ids.ts'
import { fixture } from './stripe-schemas.ts'

const LANGUAGES = ['de', 'en']
const LONG_AGO = 1_767_225_600

/** The prices themselves, newest first, as Stripe lists everything. */
export const pricesOfStandIn = (): Stripe.Price[] => LANGUAGES.flatMap(pricesIn)

const pricesIn = (language: string) => BILLING_INTERVALS.map(interval => newPrice(interval, language))

function newPrice(interval: BillingInterval, language: string): Stripe.Price {
  const { currency, value } = priceOf(interval, language)
  const hundredths = Math.round(value * 100)
  return {
    ...(fixture('price') as Stripe.Price),
    id: STAND_IN_PRICES[currency][interval],
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
    // A Decimal in the library, a text on the wire.
    unit_amount_decimal: String(hundredths) as unknown as Stripe.Price['unit_amount_decimal'],
  }
}
