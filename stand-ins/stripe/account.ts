import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Stripe } from 'stripe'
import { createStripeId, createSubscription, periodEnd, STAND_IN_PRICES } from './objects.ts'
import type {
  StandInCustomer,
  StandInEvent,
  StandInPortal,
  StandInPrice,
  StandInSession,
  StandInSubscription,
} from './objects.ts'

type Collection<T> = { [id: string]: T }

/** All data of an account at the stand-in, as its file keeps it. */
export type StripeState = {
  customers: Collection<StandInCustomer | Stripe.DeletedCustomer>
  sessions: Collection<StandInSession>
  /** What a session sells, by its id: Stripe's session does not say it. */
  orders: Collection<{ price: string; metadata: Stripe.Metadata }>
  portals: Collection<StandInPortal>
  subscriptions: Collection<StandInSubscription>
  events: Collection<StandInEvent>
  /** By idempotency key; `at` is in milliseconds. */
  answers: Collection<{ request: string; status: number; body: object; at: number }>
}

/** An error in Stripe's format, with its HTTP status. */
export class StripeApiError extends Error {
  readonly status: number
  readonly body: { error: { message: string; type: string; code?: string; param?: string } }

  constructor(
    message: string,
    { status = 400, ...about }: { status?: number; type?: string; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.body = { error: { message, type: 'invalid_request_error', ...about } }
  }
}

/** Stripe's error for an id that nothing has. */
export const missing = (what: string, id: string, param = 'id') =>
  new StripeApiError(`No such ${what}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  })

const EMPTY: StripeState = {
  customers: {},
  sessions: {},
  orders: {},
  portals: {},
  subscriptions: {},
  events: {},
  answers: {},
}

/** The customers, sessions and subscriptions of an account, and all that may happen to them. */
export type StripeAccount = ReturnType<typeof openStripeAccount>

/**
 * Opens the account that `file` keeps; null keeps it in memory. What happens in it creates events as at Stripe, which
 * are passed to `announce`. `now` returns milliseconds.
 */
export function openStripeAccount(
  file: string | null,
  { now, announce }: { now: () => number; announce: (event: StandInEvent) => void },
) {
  const state: StripeState = { ...structuredClone(EMPTY), ...readState(file) }
  const seconds = () => Math.floor(now() / 1000)

  function emit(type: string, object: StandInEvent['data']['object']) {
    const id = createStripeId('evt')
    const data = { object: structuredClone(object) }
    const event = {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: seconds(),
      type,
      data,
    } as const
    state.events[id] = event
    announce(event)
  }

  function found<T>(collection: Collection<T>, what: string, id: string, param?: string): T {
    const one = Object.hasOwn(collection, id) ? collection[id] : undefined
    if (one === undefined) throw missing(what, id, param)
    return one
  }

  function customer(id: string, param?: string): StandInCustomer {
    const one = found(state.customers, 'customer', id, param)
    if (one.deleted === true) throw missing('customer', id, param)
    return one
  }

  function price(id: string, param?: string): StandInPrice {
    const one = STAND_IN_PRICES.find(each => each.id === id)
    if (one === undefined) throw missing('price', id, param)
    return one
  }

  const session = (id: string) => found(state.sessions, 'checkout.session', id)
  const subscription = (id: string) => found(state.subscriptions, 'subscription', id)

  function expire(id: string) {
    const one = session(id)
    if (one.status !== 'open')
      throw new StripeApiError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${one.status}.`,
      )
    Object.assign(one, { status: 'expired', url: null })
    emit('checkout.session.expired', one)
    return one
  }

  function cancel(id: string) {
    const one = subscription(id)
    if (one.status === 'canceled') throw missing('subscription', id)
    const at = seconds()
    Object.assign(one, { status: 'canceled', canceled_at: at, ended_at: at, cancel_at_period_end: false })
    emit('customer.subscription.deleted', one)
    return one
  }

  const change = (id: string, fields: Partial<StandInSubscription>) => {
    const one = Object.assign(subscription(id), fields)
    emit('customer.subscription.updated', one)
    return one
  }

  return {
    state,
    seconds,
    found,
    customer,
    price,
    session,
    subscription,
    expire,
    cancel,
    cancelAtPeriodEnd: (id: string) => change(id, { cancel_at_period_end: true, canceled_at: seconds() }),
    keep: (id: string) => change(id, { cancel_at_period_end: false, canceled_at: null }),
    /** The card was refused for the next period; Stripe tries it again for some days. */
    makePastDue: (id: string) => change(id, { status: 'past_due' }),
    recover: (id: string) => change(id, { status: 'active' }),

    /** Pays a session with a good card: completes it and starts its subscription. */
    pay: (sessionId: string): StandInSubscription => {
      const one = session(sessionId)
      const order = found(state.orders, 'order', sessionId)
      if (one.status !== 'open') throw new StripeApiError('This Checkout Session is no longer open')
      const { customer: buyer } = one
      const sold = price(order.price)
      const made = createSubscription({ customer: buyer, created: seconds(), metadata: order.metadata }, sold)
      customer(buyer).currency = sold.currency
      state.subscriptions[made.id] = made
      const paid = { status: 'complete', url: null, payment_status: 'paid', subscription: made.id } as const
      Object.assign(one, paid)
      emit('customer.subscription.created', { ...made, status: 'incomplete' })
      emit('customer.subscription.updated', made)
      emit('checkout.session.completed', one)
      return made
    },

    /** Applies what has become due: sessions expire, and billing periods end and start again. */
    passTime: () => {
      for (const { id, status, expires_at: end } of Object.values(state.sessions))
        if (status === 'open' && end <= seconds()) expire(id)
      for (const { id, status, cancel_at_period_end: ends, items } of Object.values(state.subscriptions)) {
        const [item] = items.data
        if (status !== 'active' || item.current_period_end > seconds()) continue
        if (ends) cancel(id)
        else {
          item.current_period_start = item.current_period_end
          item.current_period_end = periodEnd(item.current_period_start, item.price)
          change(id, {})
        }
      }
    },

    save: () => {
      if (file === null) return
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      // Renames a complete file, so that a process that ends while writing leaves the previous one.
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

const readState = (file: string | null): Partial<StripeState> =>
  file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<StripeState>) : {}
