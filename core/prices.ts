/** How often a subscription is paid. */
export const BILLING_INTERVALS = ['year', 'month'] as const
export type BillingInterval = (typeof BILLING_INTERVALS)[number]

export type Currency = 'EUR' | 'USD'
export type Price = { readonly currency: Currency; readonly value: number }

// In hundredths, because 2.99 · 12 is not quite 35.88 in floating point.
const HUNDREDTHS: Record<BillingInterval, number> = { month: 299, year: 1999 }
const MONTHS_IN_A_YEAR = 12

/** What Pro costs, in euros where the language is German and in dollars otherwise (spec 9, D9, rule PL5). */
export const priceOf = (interval: BillingInterval, language: string): Price => ({
  currency: /^de(-|$)/i.test(language) ? 'EUR' : 'USD',
  value: HUNDREDTHS[interval] / 100,
})

/** How much a year at once saves against twelve months, in whole percent, rounded down so that it is true (rule PL6). */
export const savedPercent = (): number =>
  Math.floor(100 * (1 - HUNDREDTHS.year / (MONTHS_IN_A_YEAR * HUNDREDTHS.month)))

/** A price as the language writes it: "19,99 €", "$19.99" (rule PL7). */
export const priceText = ({ currency, value }: Price, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(value)
