import type { Stripe } from 'stripe'
import { idOfReference, listNewestFirst } from './stripe-state.ts'
import type { OperationInput, Operations } from './operation.ts'
import {
  SECONDS_PER_DAY,
  customerIdOf,
  mergeMetadata,
  createPortalSessionObject,
  createCheckoutSession,
} from './create-objects.ts'
import { paginate } from './paginate.ts'
import { assertOnlySupportedFields } from './assert-only-supported-fields.ts'
import {
  createInvalidRequestError,
  createMissingParameterError,
  createResourceMissingError,
} from './stripe-api-error.ts'

type Asked = Stripe.Checkout.SessionCreateParams

/** Handlers of the Stripe operations that create hosted pages: checkout and customer portal. */
export const checkoutOperations: Operations = {
  PostCheckoutSessions: call => {
    const asked = call.values as Asked
    const price = judged(asked, call)
    const session = createCheckoutSession(asked, price, call.engine.seconds())
    session.url = hostedPageUrl(call.base, session)
    call.state.sessions[session.id] = session
    const { metadata, description } = asked.subscription_data ?? {}
    call.state.orders[session.id] = {
      price: price.id,
      quantity: asked.line_items?.[0]?.quantity ?? 1,
      metadata: mergeMetadata(metadata),
      description: description ?? null,
    }
    return session
  },

  GetCheckoutSessions: ({ state, engine, values }) => {
    const { customer, status, subscription, payment_intent, ...page } =
      values as Stripe.Checkout.SessionListParams
    if (customer !== undefined) engine.found(state.customers, 'customer', customer, 'customer')
    const all = listNewestFirst(state.sessions).filter(
      session =>
        (customer === undefined || session.customer === customer) &&
        (status === undefined || session.status === status) &&
        (subscription === undefined || idOfReference(session.subscription) === subscription) &&
        payment_intent === undefined,
    )
    return paginate('/v1/checkout/sessions', all, page)
  },

  GetCheckoutSessionsSession: ({ engine, ids: [id = ''] }) => engine.sessionBy(id),

  PostCheckoutSessionsSessionExpire: ({ engine, ids: [id = ''] }) => {
    const session = engine.sessionBy(id)
    if (session.status !== 'open')
      throw createInvalidRequestError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status}".`,
      )
    engine.expire(session)
    return session
  },

  PostBillingPortalSessions: ({ state, engine, values, base }) => {
    const asked = values as Stripe.BillingPortal.SessionCreateParams
    assertOnlySupportedFields(asked, ['customer', 'return_url', 'locale', 'expand'], 'billing_portal.session')
    if (asked.customer === undefined) throw createMissingParameterError('customer')
    engine.customerBy(asked.customer, 'customer')
    const portal = createPortalSessionObject(asked, engine.seconds())
    portal.url = hostedPageUrl(base, portal)
    state.portals[portal.id] = portal
    return portal
  },
}

/** Returns the URL of the stand-in's page for a checkout session or a session of the customer portal. */
export const hostedPageUrl = (base: string, { id, object }: { id: string; object: string }) =>
  `${base}/${object === 'checkout.session' ? 'pay' : 'portal'}/${id}`

/** Checks the conditions that Stripe checks in addition to its schema. Returns the price of the checkout. */
function judged(asked: Asked, { state, engine }: OperationInput): Stripe.Price {
  assertOnlySupportedFields(asked, UNDERSTOOD, 'checkout.session')
  if (asked.mode !== 'subscription') throw onlySubscriptions(asked.mode)
  const [item, second] = asked.line_items ?? []
  if (item === undefined) throw createMissingParameterError('line_items')
  if (second !== undefined)
    throw createInvalidRequestError('The stand-in for Stripe sells one thing at a time')
  assertOnlySupportedFields(item, ['price', 'quantity'], 'line_items[0]')
  if (item.price === undefined) throw createMissingParameterError('line_items[0][price]')
  if (item.quantity === undefined) throw createMissingParameterError('line_items[0][quantity]')
  const price = engine.priceOf(item.price)
  if (price === null) throw createResourceMissingError('price', item.price, 'line_items[0][price]')
  if (asked.success_url === undefined) throw createMissingParameterError('success_url')
  for (const param of ['success_url', 'cancel_url'] as const) mustBeAddress(asked[param], param)
  mustBeSoon(asked.expires_at, engine.seconds())
  if (asked.customer !== undefined) mustSuit(asked, asked.customer)
  return price

  function mustSuit(
    { automatic_tax: tax, tax_id_collection: taxId, customer_update: update }: Asked,
    id: string,
  ) {
    const customer = engine.customerBy(id, 'customer')
    if (asked.customer_email !== undefined)
      throw createInvalidRequestError(
        'You may only specify one of these parameters: customer, customer_email.',
      )
    if (tax?.enabled === true && customer.address == null && update?.address !== 'auto')
      throw createInvalidRequestError(
        'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to `auto` or `customer_update[shipping]` to `auto` to save the address entered in Checkout to the Customer.',
        { code: 'customer_tax_location_invalid' },
      )
    if (taxId?.enabled === true && update?.name !== 'auto')
      throw createInvalidRequestError(
        'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      )
    const bound = customer.currency
    if (bound != null && bound !== price?.currency && hasPaid(id))
      throw createInvalidRequestError(
        `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${bound}`,
      )
  }

  function hasPaid(id: string) {
    return Object.values(state.subscriptions).some(subscription => customerIdOf(subscription) === id)
  }
}

// Parameters that the stand-in implements, or that affect only the appearance.
const UNDERSTOOD: readonly (keyof Asked)[] = [
  'allow_promotion_codes',
  'automatic_tax',
  'billing_address_collection',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_update',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'subscription_data',
  'success_url',
  'tax_id_collection',
]

const onlySubscriptions = (mode: Asked['mode']) =>
  mode === undefined
    ? createMissingParameterError('mode')
    : createInvalidRequestError('The stand-in for Stripe sells subscriptions only')

function mustBeAddress(address: string | undefined, param: string): void {
  if (address === undefined) return
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw createInvalidRequestError('Not a valid URL', { code: 'url_invalid', param })
}

const HALF_AN_HOUR = 1800

function mustBeSoon(expiresAt: number | undefined, now: number): void {
  if (expiresAt === undefined || (expiresAt >= now + HALF_AN_HOUR && expiresAt <= now + SECONDS_PER_DAY))
    return
  throw createInvalidRequestError(
    'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  )
}
