import type { BillingInterval, Currency } from '#core/plan/prices.ts'
import type { Environment } from './environment.ts'

/** Stripe's keys and price ids, one per currency and interval, as set by the operator. */
export type StripeSettings = {
  kind: 'stripe'
  secretKey: string
  webhookSecret: string
  prices: Record<Currency, Record<BillingInterval, string>>
  /** The API host of the local stand-in; not set for Stripe itself. */
  host?: { protocol: 'http' | 'https'; host: string; port: number }
}

/** The settings of Stripe, or 'none' if payments are not configured. */
export type BillingSettings = StripeSettings | { kind: 'none' }

/** Returns the settings of Stripe, or 'none' unless its keys and prices are set. A partial set was refused before. */
export function parseBillingSettings(environment: Environment): BillingSettings {
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
