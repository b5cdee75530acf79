import type { Stripe } from 'stripe'
import { missing, StripeApiError } from './account.ts'
import type { StripeAccount } from './account.ts'
import { createStripeId } from './objects.ts'
import type { StandInSession } from './objects.ts'

/** A value of a form-encoded request: all are strings, in objects and lists by their names' brackets. */
export type FormValue = string | { [name: string]: FormValue }
export type FormValues = { [name: string]: FormValue }

/** A request as an operation receives it: the id in its path (or ''), its parameters, and the URL of the stand-in. */
type Call = { account: StripeAccount; id: string; values: FormValues; base: string }

const DAY_SECONDS = 86_400

/**
 * The operations of Stripe's API that the stand-in knows, by method and path. All else is answered with 404, and a
 * parameter that is not named here is refused, so that nothing looks done that is not.
 */
export const STRIPE_OPERATIONS: Record<string, (call: Call) => object> = {
  'GET /v1/prices/:id': ({ account, id }) => account.price(id),

  'POST /v1/customers': ({ account, values }) => {
    mustKnow(values, ['email', 'metadata'] satisfies (keyof Stripe.CustomerCreateParams)[])
    const id = createStripeId('cus')
    const { email = null, metadata = {} } = values as { email?: string; metadata?: Stripe.Metadata }
    const about = { email, metadata, currency: null, created: account.seconds() }
    return (account.state.customers[id] = { id, object: 'customer', ...about })
  },

  'GET /v1/customers/:id': ({ account, id }) => account.found(account.state.customers, 'customer', id),

  'DELETE /v1/customers/:id': ({ account, id }) => {
    account.customer(id)
    for (const { id: one, customer, status } of Object.values(account.state.subscriptions))
      if (customer === id && status !== 'canceled') account.cancel(one)
    for (const { id: one, customer, status } of Object.values(account.state.sessions))
      if (customer === id && status === 'open') account.expire(one)
    return (account.state.customers[id] = { id, object: 'customer', deleted: true })
  },

  'POST /v1/checkout/sessions': createSession,

  'GET /v1/checkout/sessions': ({ account, values }) => {
    mustKnow(values, [
      'customer',
      'status',
      'limit',
      'starting_after',
    ] satisfies (keyof Stripe.Checkout.SessionListParams)[])
    const { customer, status } = values
    if (typeof customer === 'string') account.found(account.state.customers, 'customer', customer, 'customer')
    const isWanted = (session: StandInSession) =>
      (customer === undefined || session.customer === customer) &&
      (status === undefined || session.status === status)
    return listOf(account.state.sessions, isWanted, values)
  },

  'GET /v1/checkout/sessions/:id': ({ account, id }) => account.session(id),

  'POST /v1/checkout/sessions/:id/expire': ({ account, id }) => account.expire(id),

  'POST /v1/billing_portal/sessions': ({ account, values, base }) => {
    mustKnow(values, [
      'customer',
      'return_url',
      'locale',
    ] satisfies (keyof Stripe.BillingPortal.SessionCreateParams)[])
    const customer = textOf(values, 'customer')
    account.customer(customer, 'customer')
    const id = createStripeId('bps')
    const { locale = null, return_url = null } = values as { locale?: 'auto'; return_url?: string }
    const portal = { id, object: 'billing_portal.session', created: account.seconds(), customer } as const
    return (account.state.portals[id] = { ...portal, locale, return_url, url: `${base}/portal/${id}` })
  },

  'GET /v1/subscriptions': ({ account, values }) => {
    mustKnow(values, [
      'customer',
      'status',
      'limit',
      'starting_after',
    ] satisfies (keyof Stripe.SubscriptionListParams)[])
    const { customer, status } = values
    if (typeof customer === 'string') account.found(account.state.customers, 'customer', customer, 'customer')
    const isWanted = (one: { customer: string; status: string }) =>
      (customer === undefined || one.customer === customer) &&
      (status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status))
    return listOf(account.state.subscriptions, isWanted, values)
  },

  'GET /v1/subscriptions/:id': ({ account, id }) => account.subscription(id),

  'DELETE /v1/subscriptions/:id': ({ account, id }) => account.cancel(id),
}

function createSession({ account, values, base }: Call): StandInSession {
  mustKnow(values, [
    'allow_promotion_codes',
    'automatic_tax',
    'cancel_url',
    'client_reference_id',
    'customer',
    'customer_update',
    'line_items',
    'locale',
    'metadata',
    'mode',
    'subscription_data',
    'success_url',
  ] satisfies (keyof Stripe.Checkout.SessionCreateParams)[])
  if (textOf(values, 'mode') !== 'subscription') throw new StripeApiError('Invalid mode', { param: 'mode' })
  const customer = account.customer(textOf(values, 'customer'), 'customer')
  const price = account.price(textOf(values, 'line_items', '0', 'price'), 'line_items[0][price]')
  textOf(values, 'line_items', '0', 'quantity')
  if (
    at(values, 'automatic_tax', 'enabled') === 'true' &&
    at(values, 'customer_update', 'address') !== 'auto'
  )
    throw new StripeApiError(
      'Automatic tax calculation in Checkout requires a valid address on the Customer.',
      {
        code: 'customer_tax_location_invalid',
      },
    )
  if (customer.currency !== null && customer.currency !== price.currency)
    throw new StripeApiError('You cannot combine currencies on a single customer.')
  for (const param of ['success_url', 'cancel_url'])
    if (!/^https?:$/.test(URL.parse(textOf(values, param))?.protocol ?? ''))
      throw new StripeApiError('Not a valid URL', { code: 'url_invalid', param })

  const id = createStripeId('cs_test')
  const created = account.seconds()
  const {
    client_reference_id = null,
    locale = null,
    metadata = {},
  } = values as {
    client_reference_id?: string
    locale?: NonNullable<StandInSession['locale']>
    metadata?: Stripe.Metadata
  }
  const told = (at(values, 'subscription_data', 'metadata') ?? {}) as Stripe.Metadata
  account.state.orders[id] = { price: price.id, metadata: told }
  return (account.state.sessions[id] = {
    id,
    object: 'checkout.session',
    amount_total: price.unit_amount,
    cancel_url: textOf(values, 'cancel_url'),
    client_reference_id,
    created,
    currency: price.currency,
    customer: customer.id,
    expires_at: created + DAY_SECONDS,
    locale,
    metadata,
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: textOf(values, 'success_url'),
    url: `${base}/pay/${id}`,
  })
}

/** Refuses parameters that Stripe does not have, or that have no effect here. */
function mustKnow(values: FormValues, known: readonly string[]): void {
  const unknown = Object.keys(values).find(name => !known.includes(name))
  if (unknown === undefined) return
  const about = { code: 'parameter_unknown', param: unknown }
  throw new StripeApiError(`Received unknown parameter: ${unknown}`, about)
}

function at(values: FormValue, ...path: readonly string[]): FormValue | undefined {
  let place: FormValue | undefined = values
  for (const name of path) place = typeof place === 'object' ? place[name] : undefined
  return place
}

function textOf(values: FormValues, ...path: readonly string[]): string {
  const value = at(values, ...path)
  if (typeof value === 'string') return value
  const [head, ...rest] = path
  const param = `${head}${rest.map(name => `[${name}]`).join('')}`
  throw new StripeApiError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

/** A page of a list, newest first, with 10 items unless `limit` says otherwise. */
function listOf<T extends { id: string }>(
  all: { [id: string]: T },
  isWanted: (one: T) => boolean,
  { limit = '10', starting_after: after }: FormValues,
) {
  const newestFirst = Object.values(all).toReversed()
  const begin = newestFirst.findIndex(({ id }) => id === after) + 1
  if (typeof after === 'string' && begin === 0) throw missing('object', after, 'starting_after')
  const rest = newestFirst.slice(begin).filter(isWanted)
  const data = rest.slice(0, Number(limit))
  return { object: 'list', data, has_more: rest.length > data.length }
}
