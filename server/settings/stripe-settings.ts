import type { BillingInterval, Currency } from '#core/plan/prices.ts'
import type { Environment } from './environment.ts'

/** The operator's Stripe keys, and the Stripe price ids by currency and billing interval. */
export type StripeSettings = {
  kind: 'stripe'
  secretKey: string
  webhookSecret: string
  prices: Record<Currency, Record<BillingInterval, string>>
  /** Address of the API of the local replacement for Stripe; missing if the real Stripe is used. */
  host?: { protocol: 'http' | 'https'; host: string; port: number }
}

/** The settings of Stripe, or 'none' if payments are not configured. */
export type BillingSettings = StripeSettings | { kind: 'none' }

/**
 * Returns the Stripe settings, or 'none' if they are missing or incomplete. crossSettingFaults reports incomplete
 * ones.
 */
export function parseBillingSettings(environment: Environment): BillingSettings {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICES: ids,
  } = environment
  if (secretKey === undefined || webhookSecret === undefined || ids === undefined) return { kind: 'none' }
  const [euroMonth, euroYear, dollarMonth, dollarYear] = ids
  const prices = {
    EUR: { month: euroMonth, year: euroYear },
    USD: { month: dollarMonth, year: dollarYear },
  }
  return { kind: 'stripe', secretKey, webhookSecret, prices }
}
