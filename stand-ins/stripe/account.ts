import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Stripe } from 'stripe'
import { BILLING_INTERVALS, CURRENCIES, proPricesInCurrency } from '#core/plan/prices.ts'
import type { BillingInterval, Currency } from '#core/plan/prices.ts'

// The fields of Stripe's objects that the stand-in fills. All times are in seconds, as at Stripe.

type StandInCustomer = Pick<Stripe.Customer, 'id' | 'object' | 'currency' | 'email' | 'metadata'> & {
  deleted?: undefined
}

export type StandInPrice = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'recurring' | 'unit_amount'
>

export type StandInCheckoutSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'cancel_url'
  | 'client_reference_id'
  | 'expires_at'
  | 'metadata'
  | 'status'
  | 'success_url'
  | 'url'
> & { customer: string }

type StandInPortal = Pick<Stripe.BillingPortal.Session, 'id' | 'object' | 'return_url' | 'url'> & {
  customer: string
}

export type StandInSubscription = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'cancel_at' | 'cancel_at_period_end' | 'discounts' | 'metadata' | 'status'
> & {
  customer: string
  items: { object: 'list'; data: [{ current_period_end: number; discounts: []; price: StandInPrice }] }
}

export type StandInEvent = Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created'> & {
  type: string
  data: { object: StandInCheckoutSession | StandInSubscription }
}

export const createStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export const STAND_IN_PRICE_IDS: Record<Currency, Record<BillingInterval, string>> = {
  EUR: { month: 'price_dacapo_eur_month', year: 'price_dacapo_eur_year' },
  USD: { month: 'price_dacapo_usd_month', year: 'price_dacapo_usd_year' },
}

export const STAND_IN_PRICES: readonly StandInPrice[] = CURRENCIES.flatMap(currency =>
  BILLING_INTERVALS.map(interval => ({
    id: STAND_IN_PRICE_IDS[currency][interval],
    object: 'price',
    active: true,
    currency: currency.toLowerCase(),
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    unit_amount: Math.round(proPricesInCurrency(currency)[interval] * 100),
  })),
)

export class StripeApiError extends Error {
  readonly status: number
  readonly body: { error: { message: string; type: string; code?: string } }

  constructor(
    message: string,
    { status = 400, ...about }: { status?: number; type?: string; code?: string } = {},
  ) {
    super(message)
    this.status = status
    this.body = { error: { message, type: 'invalid_request_error', ...about } }
  }
}

type Collection<T> = { [id: string]: T }

type StripeState = {
  customers: Collection<StandInCustomer | Stripe.DeletedCustomer>
  sessions: Collection<StandInCheckoutSession>
  /** By session id: the price and metadata of the subscription to create, which a session object lacks. */
  orders: Collection<{ price: string; metadata: Stripe.Metadata }>
  portals: Collection<StandInPortal>
  subscriptions: Collection<StandInSubscription>
  events: Collection<StandInEvent>
  /** The collection's keys are idempotency keys. `at` is in milliseconds since 1970. */
  answers: Collection<{ request: string; status: number; body: object; at: number }>
}

export type StripeAccount = ReturnType<typeof openStripeAccount>

/** The account is stored in `file`, or only in memory if `file` is null. `now` returns milliseconds. */
export function openStripeAccount(
  file: string | null,
  { now, announce }: { now: () => number; announce: (event: StandInEvent) => void },
) {
  const state: StripeState = {
    customers: {},
    sessions: {},
    orders: {},
    portals: {},
    subscriptions: {},
    events: {},
    answers: {},
    ...(file !== null && existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as StripeState)),
  }
  const seconds = () => Math.floor(now() / 1000)

  function emit(type: string, object: StandInEvent['data']['object']) {
    const id = createStripeId('evt')
    const about = { object: 'event', api_version: Stripe.API_VERSION, created: seconds() } as const
    const event = { id, ...about, type, data: { object: structuredClone(object) } }
    state.events[id] = event
    announce(event)
  }

  function found<T>(collection: Collection<T>, id: string): T {
    const one = Object.hasOwn(collection, id) ? collection[id] : undefined
    if (one === undefined) throw missing(id)
    return one
  }

  function price(id: string): StandInPrice {
    const one = STAND_IN_PRICES.find(each => each.id === id)
    if (one === undefined) throw missing(id)
    return one
  }

  function customer(id: string): StandInCustomer {
    const one = found(state.customers, id)
    if (one.deleted === true) throw missing(id)
    return one
  }

  function expire(id: string) {
    const one = openSession(id)
    Object.assign(one, { status: 'expired', url: null })
    emit('checkout.session.expired', one)
    return one
  }

  function openSession(id: string): StandInCheckoutSession {
    const one = found(state.sessions, id)
    if (one.status !== 'open') throw new StripeApiError(`This Checkout Session is ${one.status}, not open.`)
    return one
  }

  function pay(sessionId: string): StandInSubscription {
    const session = openSession(sessionId)
    const order = found(state.orders, sessionId)
    const sold = price(order.price)
    const end = new Date(now())
    if (sold.recurring?.interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1)
    else end.setUTCMonth(end.getUTCMonth() + 1)
    const made: StandInSubscription = {
      id: createStripeId('sub'),
      object: 'subscription',
      cancel_at: null,
      cancel_at_period_end: false,
      customer: session.customer,
      discounts: [],
      items: {
        object: 'list',
        data: [{ current_period_end: Math.floor(end.getTime() / 1000), discounts: [], price: sold }],
      },
      metadata: order.metadata,
      status: 'active',
    }
    customer(session.customer).currency = sold.currency
    state.subscriptions[made.id] = made
    Object.assign(session, { status: 'complete', url: null })
    emit('customer.subscription.created', { ...made, status: 'incomplete' })
    emit('customer.subscription.updated', made)
    emit('checkout.session.completed', session)
    return made
  }

  function cancel(id: string) {
    const one = found(state.subscriptions, id)
    if (one.status === 'canceled') throw missing(id)
    one.status = 'canceled'
    emit('customer.subscription.deleted', one)
    return one
  }

  function change(id: string, fields: Partial<StandInSubscription>) {
    emit('customer.subscription.updated', Object.assign(found(state.subscriptions, id), fields))
  }

  return {
    state,
    seconds,
    found,
    customer,
    price,
    expire,
    pay,
    cancel,
    cancelAtPeriodEnd: (id: string) => change(id, { cancel_at_period_end: true }),
    keep: (id: string) => change(id, { cancel_at_period_end: false }),
    makePastDue: (id: string) => change(id, { status: 'past_due' }),
    recover: (id: string) => change(id, { status: 'active' }),

    passTime: () => {
      for (const { id, status, expires_at: end } of Object.values(state.sessions))
        if (status === 'open' && end <= seconds()) expire(id)
      for (const { id, status, cancel_at_period_end: ends, items } of Object.values(state.subscriptions))
        if (ends && status !== 'canceled' && items.data[0].current_period_end <= seconds()) cancel(id)
    },

    save: () => {
      if (file === null) return
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
    },
  }
}

const missing = (id: string) =>
  new StripeApiError(`No such object: '${id}'`, { status: 404, code: 'resource_missing' })
