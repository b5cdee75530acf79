import { createStripeId, StripeApiError, type StandInCheckoutSession, type StripeAccount } from './account.ts'

export type FormValue = string | { [name: string]: FormValue }
export type FormValues = { [name: string]: FormValue }

type Call = { account: StripeAccount; id: string; values: FormValues; base: string }

const DAY_SECONDS = 86_400

export const STRIPE_OPERATIONS: Record<string, (call: Call) => object> = {
  'GET /v1/prices/:id': ({ account, id }) => account.price(id),

  'POST /v1/customers': ({ account, values: { email = '', metadata = {} } }) => {
    const id = createStripeId('cus')
    const about = { email: textOf(email), metadata: textsOf(metadata), currency: null }
    return (account.state.customers[id] = { id, object: 'customer', ...about })
  },

  'GET /v1/customers/:id': ({ account, id }) => account.found(account.state.customers, id),

  'POST /v1/checkout/sessions': createSession,

  'GET /v1/checkout/sessions': ({ account, values }) =>
    listFor(values, account, account.state.sessions, () => true),

  'GET /v1/checkout/sessions/:id': ({ account, id }) => account.found(account.state.sessions, id),

  'POST /v1/checkout/sessions/:id/expire': ({ account, id }) => account.expire(id),

  'POST /v1/billing_portal/sessions': ({ account, values, base }) => {
    const customer = account.customer(textOf(values['customer'])).id
    const id = createStripeId('bps')
    const about = { customer, return_url: textOf(values['return_url']), url: `${base}/portal/${id}` }
    return (account.state.portals[id] = { id, object: 'billing_portal.session', ...about })
  },

  'GET /v1/subscriptions': ({ account, values }) =>
    listFor(values, account, account.state.subscriptions, status => status !== 'canceled'),

  'DELETE /v1/subscriptions/:id': ({ account, id }) => account.cancel(id),
}

function createSession({ account, values, base }: Call): StandInCheckoutSession {
  const customer = account.customer(textOf(values['customer']))
  const price = account.price(textOf(at(values, 'line_items', '0', 'price')))
  if (
    at(values, 'automatic_tax', 'enabled') === 'true' &&
    at(values, 'customer_update', 'address') !== 'auto'
  ) {
    const code = 'customer_tax_location_invalid'
    throw new StripeApiError('Automatic tax requires a valid address on the Customer.', { code })
  }
  if (customer.currency !== null && customer.currency !== price.currency)
    throw new StripeApiError('You cannot combine currencies on a single customer.')

  const id = createStripeId('cs_test')
  const metadata = textsOf(at(values, 'subscription_data', 'metadata'))
  account.state.orders[id] = { price: price.id, metadata }
  return (account.state.sessions[id] = {
    id,
    object: 'checkout.session',
    cancel_url: textOf(values['cancel_url']),
    client_reference_id: textOf(values['client_reference_id'] ?? ''),
    customer: customer.id,
    expires_at: account.seconds() + DAY_SECONDS,
    metadata: textsOf(values['metadata']),
    status: 'open',
    success_url: textOf(values['success_url']),
    url: `${base}/pay/${id}`,
  })
}

function listFor<T extends { customer: string; status: string | null }>(
  { customer = '', status }: FormValues,
  account: StripeAccount,
  all: { [id: string]: T },
  isDefault: (status: string | null) => boolean,
) {
  const { id } = account.found(account.state.customers, textOf(customer))
  const isWanted = (one: T) =>
    one.customer === id &&
    (status === undefined ? isDefault(one.status) : status === 'all' || status === one.status)
  return { object: 'list', data: Object.values(all).filter(isWanted).toReversed(), has_more: false }
}

function at(values: FormValue, ...path: readonly string[]): FormValue | undefined {
  let place: FormValue | undefined = values
  for (const name of path) place = typeof place === 'object' ? place[name] : undefined
  return place
}

function textOf(value: FormValue | undefined): string {
  if (typeof value === 'string') return value
  throw new StripeApiError('Missing required param.', { code: 'parameter_missing' })
}

const textsOf = (value: FormValue = {}): { [name: string]: string } =>
  Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text)]))
