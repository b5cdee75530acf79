import type { Stripe } from 'stripe'
import { BILLING_INTERVALS, CURRENCIES, pricesInCurrency } from '#core/plan/prices.ts'
import type { BillingInterval, Currency } from '#core/plan/prices.ts'
import type { BillingDependencies } from './billing.ts'

/**
 * Function that resolves to true if Stripe would charge the price that the app shows for this currency and billing
 * interval. It remembers which prices are correct, and does not ask Stripe about these again.
 */
export type PriceCheck = (currency: Currency, interval: BillingInterval) => Promise<boolean>

/**
 * Creates a function that compares the four configured Stripe prices with the prices that the app shows. Callers run it
 * before a purchase. It detects wrong settings, with which Stripe would charge an amount different from that on the
 * button (rule BI10), and logs them for the operator.
 */
export function createPriceCheck({ stripe, settings, log }: BillingDependencies): PriceCheck {
  const right = new Set<string>()

  async function checkPrice(currency: Currency, interval: BillingInterval): Promise<void> {
    const id = settings.prices[currency][interval]
    const faults = priceFaults(await stripe.prices.retrieve(id), currency, interval)
    if (faults.length === 0) right.add(`${currency} ${interval}`)
    else
      log.error(
        { variable: `STRIPE_PRICES (${currency} a ${interval})`, price: id, faults },
        'a price at Stripe is not the one that our screens name: nothing is sold at it',
      )
  }

  return async (currency, interval) => {
    const all = CURRENCIES.flatMap(one => BILLING_INTERVALS.map(each => [one, each] as const))
    const unknown = all.filter(([one, each]) => !right.has(`${one} ${each}`))
    await Promise.all(unknown.map(([one, each]) => checkPrice(one, each)))
    return right.has(`${currency} ${interval}`)
  }
}

/**
 * Compares a price at Stripe with the price that the app shows. Returns one phrase for each difference, such as "is
 * archived", for a log message to the operator. Returns an empty list if the prices are the same.
 */
export function priceFaults(price: Stripe.Price, currency: Currency, interval: BillingInterval): string[] {
  const expected = Math.round(pricesInCurrency(currency)[interval] * 100)
  const faults: string[] = []
  const add = (wrong: boolean, fault: string) => {
    if (wrong) faults.push(fault)
  }
  add(!price.active, 'is archived')
  add(price.currency !== currency.toLowerCase(), `is in ${price.currency}, not in ${currency}`)
  add(price.unit_amount !== expected, `is ${price.unit_amount} hundredths, not ${expected}`)
  const every = price.recurring?.interval_count === 1 ? price.recurring.interval : null
  add(every !== interval, `is not paid every ${interval}`)
  add(price.recurring?.usage_type === 'metered', 'is metered')
  return faults
}
