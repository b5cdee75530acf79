import type { BillingInterval, Currency } from '#core/prices.ts'
import type { Environment } from '#server/environment.ts'

/** Stripe, as the operator has set it up: keys, and the price of each currency and interval. */
export type StripeSettings = {
  kind: 'stripe'
  secretKey: string
  webhookSecret: string
  prices: Record<Currency, Record<BillingInterval, string>>
  /** Where Stripe's protocol is spoken, if not by Stripe itself: its stand-in on this machine. */
  host?: { protocol: 'http' | 'https'; host: string; port: number }
}

export type BillingSettings = StripeSettings | { kind: 'none' }

/** Who takes payments: Stripe, where its keys and prices are set. That all or none are, has been checked. */
export function billingSettingsOf(environment: Environment): BillingSettings {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_EUR_MONTH: euroMonth,
    STRIPE_PRICE_EUR_YEAR: euroYear,
    STRIPE_PRICE_USD_MONTH: dollarMonth,
    STRIPE_PRICE_USD_YEAR: dollarYear,
  } = environment
  if (secretKey === undefined || webhookSecret === undefined) return { kind: 'none' }
  if (euroMonth === undefined || euroYear === undefined) return { kind: 'none' }
  if (dollarMonth === undefined || dollarYear === undefined) return { kind: 'none' }
  const prices = {
    EUR: { month: euroMonth, year: euroYear },
    USD: { month: dollarMonth, year: dollarYear },
  }
  return { kind: 'stripe', secretKey, webhookSecret, prices }
}
