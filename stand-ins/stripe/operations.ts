import type { Stripe } from 'stripe'
import { listNewestFirst } from './stripe-state.ts'
import { checkoutOperations } from './checkout-operations.ts'
import { customerIdOf, mergeMetadata, createCustomer } from './create-objects.ts'
import type { Operations } from './operation.ts'
import { assertOnlySupportedFields } from './assert-only-supported-fields.ts'
import { paginate } from './paginate.ts'
import { paymentOperations } from './payment-operations.ts'
import { allStandInPrices } from './stand-in-prices.ts'
import { createInvalidRequestError, createResourceMissingError } from './stripe-api-error.ts'

const customerOperations: Operations = {
  PostCustomers: ({ state, engine, values }) => {
    const asked = values as Stripe.CustomerCreateParams
    assertOnlySupportedFields(asked, DESCRIPTION, 'customer')
    const customer = createCustomer(asked, engine.seconds())
    state.customers[customer.id] = customer
    return customer
  },

  GetCustomers: ({ state, values }) => {
    const { email, ...page } = values as Stripe.CustomerListParams
    const all = listNewestFirst(state.customers).filter(
      (customer): customer is Stripe.Customer =>
        customer.deleted !== true && (email === undefined || customer.email === email),
    )
    return paginate('/v1/customers', all, page)
  },

  GetCustomersCustomer: ({ state, engine, ids: [id = ''] }) => engine.found(state.customers, 'customer', id),

  PostCustomersCustomer: ({ engine, values, ids: [id = ''] }) => {
    const customer = engine.customerBy(id)
    const asked = values as Stripe.CustomerUpdateParams
    assertOnlySupportedFields(asked, DESCRIPTION, 'customer')
    const { metadata, expand: _, ...told } = asked
    return Object.assign(customer, told, { metadata: mergeMetadata(metadata, customer.metadata) })
  },

  DeleteCustomersCustomer: ({ state, engine, ids: [id = ''] }) => {
    engine.customerBy(id)
    // Deleting a customer at Stripe cancels all subscriptions immediately.
    for (const subscription of Object.values(state.subscriptions))
      if (customerIdOf(subscription) === id && isLive(subscription)) engine.end(subscription)
    for (const session of Object.values(state.sessions))
      if (session.customer === id && session.status === 'open') engine.expire(session)
    return (state.customers[id] = { id, object: 'customer', deleted: true })
  },
}

const DESCRIPTION = ['email', 'name', 'phone', 'description', 'metadata', 'expand'] as const

const subscriptionOperations: Operations = {
  GetSubscriptions: ({ state, engine, values }) => {
    const { customer, price, status, ...page } = values as Stripe.SubscriptionListParams
    if (customer !== undefined) engine.found(state.customers, 'customer', customer, 'customer')
    const all = listNewestFirst(state.subscriptions).filter(
      subscription =>
        (customer === undefined || customerIdOf(subscription) === customer) &&
        (price === undefined || subscription.items.data.some(item => item.price.id === price)) &&
        hasStatus(subscription, status),
    )
    return paginate('/v1/subscriptions', all, page)
  },

  GetSubscriptionsSubscriptionExposedId: ({ engine, ids: [id = ''] }) => engine.subscriptionBy(id),

  PostSubscriptionsSubscriptionExposedId: ({ engine, values, ids: [id = ''] }) => {
    const subscription = engine.subscriptionBy(id)
    const asked = values as Stripe.SubscriptionUpdateParams
    assertOnlySupportedFields(asked, ['cancel_at_period_end', 'metadata', 'expand'], 'subscription')
    if (!isLive(subscription))
      throw createInvalidRequestError(
        'A canceled subscription can only update its cancellation_details and metadata.',
      )
    subscription.metadata = mergeMetadata(asked.metadata, subscription.metadata)
    const { cancel_at_period_end: wanted } = asked
    if (wanted !== undefined && wanted !== subscription.cancel_at_period_end)
      engine.endWithPeriod(subscription, wanted)
    else if (asked.metadata !== undefined) engine.emit('customer.subscription.updated', subscription)
    return subscription
  },

  DeleteSubscriptionsSubscriptionExposedId: ({ engine, values, ids: [id = ''] }) => {
    const subscription = engine.subscriptionBy(id)
    const understood = ['invoice_now', 'prorate', 'cancellation_details', 'expand'] as const
    assertOnlySupportedFields(values as Stripe.SubscriptionCancelParams, understood, 'subscription')
    if (!isLive(subscription)) throw createResourceMissingError('subscription', id)
    engine.end(subscription)
    return subscription
  },
}

const isLive = ({ status }: Stripe.Subscription) => status !== 'canceled' && status !== 'incomplete_expired'

function hasStatus(subscription: Stripe.Subscription, wanted: Stripe.SubscriptionListParams['status']) {
  if (wanted === 'all') return true
  if (wanted === 'ended') return !isLive(subscription)
  return wanted === undefined ? subscription.status !== 'canceled' : subscription.status === wanted
}

const otherOperations: Operations = {
  GetPrices: ({ values }) => {
    const { active, currency, type, lookup_keys: keys, product, ...page } = values as Stripe.PriceListParams
    const all = allStandInPrices().filter(
      price =>
        (active === undefined || price.active === active) &&
        (currency === undefined || price.currency === currency) &&
        (type === undefined || price.type === type) &&
        (product === undefined || price.product === product) &&
        (keys === undefined || keys.includes(price.lookup_key ?? '')),
    )
    return paginate('/v1/prices', all, page)
  },

  GetPricesPrice: ({ engine, ids: [id = ''] }) => {
    const price = engine.priceOf(id)
    if (price === null) throw createResourceMissingError('price', id)
    return price
  },

  GetEvents: ({ state, values }) => {
    const { type, types, delivery_success: taken, ...page } = values as Stripe.EventListParams
    const all = listNewestFirst(state.events).filter(
      event =>
        (type === undefined || event.type === type) &&
        (types === undefined || types.includes(event.type)) &&
        (taken === undefined || taken === !(event.id in state.undelivered)),
    )
    return paginate('/v1/events', all, page)
  },

  GetEventsId: ({ state, engine, ids: [id = ''] }) => engine.found(state.events, 'event', id),
}

/**
 * The handlers of all operations that the Stripe stand-in implements, by operation id. Other requests are answered
 * with status 404.
 */
export const stripeOperations: Operations = {
  ...customerOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...paymentOperations,
  ...otherOperations,
}
