import type { BillingInterval, Currency } from '#core/plan/prices.ts'

/** The ids of the Stripe stand-in's four prices, which the settings STRIPE_PRICE_… get on a development machine. */
export const STAND_IN_PRICE_IDS: Record<Currency, Record<BillingInterval, string>> = {
  EUR: { month: 'price_dacapo_eur_month', year: 'price_dacapo_eur_year' },
  USD: { month: 'price_dacapo_usd_month', year: 'price_dacapo_usd_year' },
}
