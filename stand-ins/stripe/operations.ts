import type { Stripe } from 'stripe'
import { newestFirst } from './books.ts'
import { checkoutOperations } from './checkout-operations.ts'
import { customerOf, metadataOf, newCustomer } from './new-objects.ts'
import type { Operations } from './operation.ts'
import { onlyThese } from './only-these.ts'
import { pageOf } from './paging.ts'
import { paymentOperations } from './payment-operations.ts'
import { pricesOfStandIn } from './stand-in-prices.ts'
import { invalidRequest, noSuch } from './stripe-fault.ts'

const customerOperations: Operations = {
  PostCustomers: ({ books, money, values }) => {
    const asked = values as Stripe.CustomerCreateParams
    onlyThese(asked, DESCRIPTION, 'customer')
    const customer = newCustomer(asked, money.seconds())
    books.customers[customer.id] = customer
    return customer
  },

  GetCustomers: ({ books, values }) => {
    const { email, ...page } = values as Stripe.CustomerListParams
    const all = newestFirst(books.customers).filter(
      (customer): customer is Stripe.Customer =>
        customer.deleted !== true && (email === undefined || customer.email === email),
    )
    return pageOf('/v1/customers', all, page)
  },

  GetCustomersCustomer: ({ books, money, ids: [id = ''] }) => money.found(books.customers, 'customer', id),

  PostCustomersCustomer: ({ money, values, ids: [id = ''] }) => {
    const customer = money.customerBy(id)
    const asked = values as Stripe.CustomerUpdateParams
    onlyThese(asked, DESCRIPTION, 'customer')
    const { metadata, expand: _, ...told } = asked
    return Object.assign(customer, told, { metadata: metadataOf(metadata, customer.metadata) })
  },

  DeleteCustomersCustomer: ({ books, money, ids: [id = ''] }) => {
    money.customerBy(id)
    // Deleting a customer at Stripe cancels all subscriptions immediately.
    for (const subscription of Object.values(books.subscriptions))
      if (customerOf(subscription) === id && isLive(subscription)) money.end(subscription)
    for (const session of Object.values(books.sessions))
      if (session.customer === id && session.status === 'open') money.expire(session)
    return (books.customers[id] = { id, object: 'customer', deleted: true })
  },
}

const DESCRIPTION = ['email', 'name', 'phone', 'description', 'metadata', 'expand'] as const

const subscriptionOperations: Operations = {
  GetSubscriptions: ({ books, money, values }) => {
    const { customer, price, status, ...page } = values as Stripe.SubscriptionListParams
    if (customer !== undefined) money.found(books.customers, 'customer', customer, 'customer')
    const all = newestFirst(books.subscriptions).filter(
      subscription =>
        (customer === undefined || customerOf(subscription) === customer) &&
        (price === undefined || subscription.items.data.some(item => item.price.id === price)) &&
        hasStatus(subscription, status),
    )
    return pageOf('/v1/subscriptions', all, page)
  },

  GetSubscriptionsSubscriptionExposedId: ({ money, ids: [id = ''] }) => money.subscriptionBy(id),

  PostSubscriptionsSubscriptionExposedId: ({ money, values, ids: [id = ''] }) => {
    const subscription = money.subscriptionBy(id)
    const asked = values as Stripe.SubscriptionUpdateParams
    onlyThese(asked, ['cancel_at_period_end', 'metadata', 'expand'], 'subscription')
    if (!isLive(subscription))
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
    subscription.metadata = metadataOf(asked.metadata, subscription.metadata)
    const { cancel_at_period_end: wanted } = asked
    if (wanted !== undefined && wanted !== subscription.cancel_at_period_end)
      money.endWithPeriod(subscription, wanted)
    else if (asked.metadata !== undefined) money.emit('customer.subscription.updated', subscription)
    return subscription
  },

  DeleteSubscriptionsSubscriptionExposedId: ({ money, values, ids: [id = ''] }) => {
    const subscription = money.subscriptionBy(id)
    const understood = ['invoice_now', 'prorate', 'cancellation_details', 'expand'] as const
    onlyThese(values as Stripe.SubscriptionCancelParams, understood, 'subscription')
    if (!isLive(subscription)) throw noSuch('subscription', id)
    money.end(subscription)
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
    const all = pricesOfStandIn().filter(
      price =>
        (active === undefined || price.active === active) &&
        (currency === undefined || price.currency === currency) &&
        (type === undefined || price.type === type) &&
        (product === undefined || price.product === product) &&
        (keys === undefined || keys.includes(price.lookup_key ?? '')),
    )
    return pageOf('/v1/prices', all, page)
  },

  GetPricesPrice: ({ money, ids: [id = ''] }) => {
    const price = money.priceOf(id)
    if (price === null) throw noSuch('price', id)
    return price
  },

  GetEvents: ({ books, values }) => {
    const { type, types, delivery_success: taken, ...page } = values as Stripe.EventListParams
    const all = newestFirst(books.events).filter(
      event =>
        (type === undefined || event.type === type) &&
        (types === undefined || types.includes(event.type)) &&
        (taken === undefined || taken === !(event.id in books.undelivered)),
    )
    return pageOf('/v1/events', all, page)
  },

  GetEventsId: ({ books, money, ids: [id = ''] }) => money.found(books.events, 'event', id),
}

/** Implements Stripe's operations by their ids. All others are known and validated, but refused. */
export const operations: Operations = {
  ...customerOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...paymentOperations,
  ...otherOperations,
}
