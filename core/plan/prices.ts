export const BILLING_INTERVALS = ['year', 'month'] as const
export type BillingInterval = (typeof BILLING_INTERVALS)[number]

export const CURRENCIES = ['EUR', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** In euros or dollars, not in cents. */
export type Price = { readonly currency: Currency; readonly value: number }

// In hundredths, because 2.99 · 12 is not quite 35.88 in floating point.
const HUNDREDTHS: Record<BillingInterval, number> = { month: 299, year: 1999 }
const MONTHS_IN_A_YEAR = 12

export type ProPricesInCurrency = { readonly currency: Currency } & Readonly<Record<BillingInterval, number>>

/** Applies only to users who have never paid. */
export const currencyForLanguage = (language: string): Currency =>
  /^de(-|$)/i.test(language) ? 'EUR' : 'USD'

export const proPricesInCurrency = (currency: Currency): ProPricesInCurrency => ({
  currency,
  month: HUNDREDTHS.month / 100,
  year: HUNDREDTHS.year / 100,
})

export const priceForLanguage = (interval: BillingInterval, language: string): Price =>
  priceForInterval(interval, proPricesInCurrency(currencyForLanguage(language)))

export const priceForInterval = (interval: BillingInterval, prices: ProPricesInCurrency): Price => ({
  currency: prices.currency,
  value: prices[interval],
})

export const yearlySavingPercent = (): number =>
  Math.floor(100 * (1 - HUNDREDTHS.year / (MONTHS_IN_A_YEAR * HUNDREDTHS.month)))

export const formatPrice = ({ currency, value }: Price, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(value)
