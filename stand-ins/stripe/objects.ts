import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { BILLING_INTERVALS, CURRENCIES, pricesInCurrency } from '#core/plan/prices.ts'
import type { BillingInterval, Currency } from '#core/plan/prices.ts'

// The fields of Stripe's objects that the stand-in fills. All times are in seconds, as at Stripe.

export type StandInCustomer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'currency' | 'email' | 'metadata'
> & { deleted?: undefined }

export type StandInPrice = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'recurring' | 'type' | 'unit_amount'
>

export type StandInSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & { customer: string; subscription: string | null }

export type StandInPortal = Pick<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'locale' | 'return_url' | 'url'
> & { customer: string }

export type StandInSubscription = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'cancel_at_period_end' | 'canceled_at' | 'created' | 'ended_at' | 'metadata' | 'status'
> & {
  customer: string
  items: {
    object: 'list'
    data: [{ current_period_start: number; current_period_end: number; price: StandInPrice; quantity: 1 }]
  }
}

export type StandInEvent = Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created'> & {
  type: string
  data: { object: StandInSession | StandInSubscription }
}

/** Creates an id like Stripe's, such as cus_… for a customer. */
export const createStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The ids of the four prices. On a development machine, the setting STRIPE_PRICES is set to them. */
export const STAND_IN_PRICE_IDS: Record<Currency, Record<BillingInterval, string>> = {
  EUR: { month: 'price_dacapo_eur_month', year: 'price_dacapo_eur_year' },
  USD: { month: 'price_dacapo_usd_month', year: 'price_dacapo_usd_year' },
}

/** The prices that the stand-in sells: one for each currency and billing interval. */
export const STAND_IN_PRICES: readonly StandInPrice[] = CURRENCIES.flatMap(currency =>
  BILLING_INTERVALS.map(interval => ({
    id: STAND_IN_PRICE_IDS[currency][interval],
    object: 'price',
    active: true,
    currency: currency.toLowerCase(),
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: Math.round(pricesInCurrency(currency)[interval] * 100),
  })),
)

/** Creates the subscription that begins when a checkout session is paid. */
export const createSubscription = (
  { customer, created, metadata }: { customer: string; created: number; metadata: Stripe.Metadata },
  price: StandInPrice,
): StandInSubscription => ({
  id: createStripeId('sub'),
  object: 'subscription',
  cancel_at_period_end: false,
  canceled_at: null,
  created,
  customer,
  ended_at: null,
  items: {
    object: 'list',
    data: [
      { current_period_start: created, current_period_end: periodEnd(created, price), price, quantity: 1 },
    ],
  },
  metadata,
  status: 'active',
})

/** Returns when a billing period ends that begins at `start`. */
export function periodEnd(start: number, { recurring }: StandInPrice): number {
  const end = new Date(start * 1000)
  if (recurring?.interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1)
  else end.setUTCMonth(end.getUTCMonth() + 1)
  return end.getTime() / 1000
}
