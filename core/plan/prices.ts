/** The intervals at which a subscription can be billed: yearly and monthly. */
export const BILLING_INTERVALS = ['year', 'month'] as const
/** How often a subscription is billed: yearly or monthly. */
export type BillingInterval = (typeof BILLING_INTERVALS)[number]

/** The currencies in which Pro is sold, as ISO 4217 codes. */
export const CURRENCIES = ['EUR', 'USD'] as const
/** The ISO 4217 code of a currency in which Pro is sold. */
export type Currency = (typeof CURRENCIES)[number]

/** An amount of money in euros or dollars (not in cents), such as 19.99. */
export type Price = { readonly currency: Currency; readonly value: number }

// In hundredths, because 2.99 · 12 is not quite 35.88 in floating point.
const HUNDREDTHS: Record<BillingInterval, number> = { month: 299, year: 1999 }
const MONTHS_IN_A_YEAR = 12

/** The monthly and the yearly price of Pro in one currency. */
export type ProPrices = { readonly currency: Currency } & Readonly<Record<BillingInterval, number>>

/**
 * Returns the currency for a user who has never paid: euros if the language is German, otherwise US dollars (spec 9,
 * D9).
 */
export const currencyForLanguage = (language: string): Currency =>
  /^de(-|$)/i.test(language) ? 'EUR' : 'USD'

/** Returns the prices of Pro in a currency. The amounts are the same in both currencies (spec 9, rule PL5). */
export const pricesInCurrency = (currency: Currency): ProPrices => ({
  currency,
  month: HUNDREDTHS.month / 100,
  year: HUNDREDTHS.year / 100,
})

/**
 * Returns the price of Pro for a user who has never paid. The app's language determines the currency (spec 9, D9, rule
 * PL5).
 */
export const priceForLanguage = (interval: BillingInterval, language: string): Price =>
  priceForInterval(interval, pricesInCurrency(currencyForLanguage(language)))

/** Returns the monthly or the yearly price of Pro, depending on the billing interval. */
export const priceForInterval = (interval: BillingInterval, prices: ProPrices): Price => ({
  currency: prices.currency,
  value: prices[interval],
})

/**
 * Returns the saving of a yearly subscription compared with twelve monthly payments, in whole percent, rounded down
 * (rule PL5).
 */
export const yearlySavingPercent = (): number =>
  Math.floor(100 * (1 - HUNDREDTHS.year / (MONTHS_IN_A_YEAR * HUNDREDTHS.month)))

/** Formats a price for a language, such as "19,99 €" or "$19.99" (rule PL5). */
export const formatPrice = ({ currency, value }: Price, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(value)
