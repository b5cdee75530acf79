import type { BillingInterval, Currency } from '#core/plan/prices.ts'

/**
 * The ids of the Stripe stand-in's four prices. On a development machine, the setting STRIPE_PRICES is set to these
 * ids.
 */
export const STAND_IN_PRICE_IDS: Record<Currency, Record<BillingInterval, string>> = {
  EUR: { month: 'price_dacapo_eur_month', year: 'price_dacapo_eur_year' },
  USD: { month: 'price_dacapo_usd_month', year: 'price_dacapo_usd_year' },
}
