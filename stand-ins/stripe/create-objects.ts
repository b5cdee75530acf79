import type { Stripe } from 'stripe'
import { idOfReference, createStripeId } from './stripe-state.ts'
import type { CheckoutOrder } from './stripe-state.ts'
import { STRIPE_API_VERSION, stripeExampleObject } from './stripe-schemas.ts'

// Stripe's fixtures fill every field. Fields that our objects do not use are reset here.

/** Creates a Stripe customer from the fields of a request. `created` is in seconds. */
export function createCustomer(
  { email, name, metadata, phone, description }: Stripe.CustomerCreateParams,
  created: number,
): Stripe.Customer {
  return {
    ...(stripeExampleObject('customer') as Stripe.Customer),
    id: createStripeId('cus'),
    address: null,
    created,
    currency: null,
    description: description ?? null,
    discount: null,
    email: email ?? null,
    metadata: mergeMetadata(metadata),
    name: name ?? null,
    phone: phone ?? null,
    shipping: null,
  }
}

const HALF_A_DAY = 43_200
/** Number of seconds in a day, because Stripe's times are in seconds. */
export const SECONDS_PER_DAY = 2 * HALF_A_DAY

/** Creates a Stripe checkout session for a price. `created` is in seconds. */
export function createCheckoutSession(
  asked: Stripe.Checkout.SessionCreateParams,
  price: Stripe.Price,
  created: number,
): Stripe.Checkout.Session {
  const amount = (price.unit_amount ?? 0) * (asked.line_items?.[0]?.quantity ?? 1)
  return {
    ...(stripeExampleObject('checkout.session') as Stripe.Checkout.Session),
    id: createStripeId('cs_test'),
    after_expiration: null,
    allow_promotion_codes: asked.allow_promotion_codes ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: {
      enabled: asked.automatic_tax?.enabled ?? false,
      liability: asked.automatic_tax?.enabled === true ? { type: 'self' } : null,
      provider: asked.automatic_tax?.enabled === true ? 'stripe' : null,
      status: null,
    },
    billing_address_collection: asked.billing_address_collection ?? null,
    cancel_url: asked.cancel_url ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: price.currency,
    currency_conversion: null,
    customer: asked.customer ?? null,
    customer_creation: asked.customer === undefined ? 'always' : null,
    customer_details: null,
    customer_email: asked.customer_email ?? null,
    expires_at: asked.expires_at ?? created + SECONDS_PER_DAY,
    invoice: null,
    invoice_creation: null,
    locale: asked.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata(asked.metadata),
    mode: 'subscription',
    payment_intent: null,
    payment_method_collection: 'always',
    payment_status: 'unpaid',
    permissions: null,
    shipping_address_collection: null,
    shipping_cost: null,
    subscription: null,
    success_url: asked.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
  }
}

/** Creates a session of Stripe's customer portal. The caller must set its URL. `created` is in seconds. */
export function createPortalSessionObject(
  { customer, return_url, locale }: Stripe.BillingPortal.SessionCreateParams,
  created: number,
): Stripe.BillingPortal.Session {
  return {
    ...(stripeExampleObject('billing_portal.session') as Stripe.BillingPortal.Session),
    id: createStripeId('bps'),
    created,
    customer: customer ?? '',
    flow: null,
    livemode: false,
    locale: locale ?? null,
    return_url: return_url ?? null,
  }
}

/**
 * Creates the Stripe subscription for a checkout that is being paid, with the status 'incomplete'. `created` is in
 * seconds.
 */
export function createSubscription(
  order: CheckoutOrder,
  price: Stripe.Price,
  { customer, created, automaticTax }: { customer: string; created: number; automaticTax: boolean },
): Stripe.Subscription {
  const id = createStripeId('sub')
  const model = stripeExampleObject('subscription') as Stripe.Subscription
  const item = stripeExampleObject('subscription_item') as Stripe.SubscriptionItem
  return {
    ...model,
    id,
    automatic_tax: { disabled_reason: null, enabled: automaticTax, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created,
    currency: price.currency,
    customer,
    description: order.description,
    ended_at: null,
    items: {
      ...model.items,
      data: [
        {
          ...item,
          id: createStripeId('si'),
          billing_thresholds: null,
          created,
          current_period_end: billingPeriodEnd(created, price),
          current_period_start: created,
          price,
          quantity: order.quantity,
          subscription: id,
        },
      ],
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    managed_payments: null,
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    pause_collection: null,
    pending_invoice_item_interval: null,
    start_date: created,
    status: 'incomplete',
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }
}

/**
 * Returns the end of a billing period, one month or year after `start`. Both are in seconds. If the month has no such
 * day, the period ends on the last day of the month, as at Stripe.
 */
export function billingPeriodEnd(start: number, price: Stripe.Price): number {
  const date = new Date(start * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + (price.recurring?.interval === 'year' ? 12 : 1))
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime() / 1000
}

/**
 * Creates a Stripe event of a type such as 'invoice.paid' with a copy of the object that it reports. `created` is in
 * seconds.
 */
export function createStripeEvent(type: string, object: object, created: number): Stripe.Event {
  const event = {
    ...stripeExampleObject('event'),
    id: createStripeId('evt'),
    api_version: STRIPE_API_VERSION,
    created,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  return event as unknown as Stripe.Event
}

/**
 * Returns the Stripe metadata `before` with the names in `given` set, and without those that have an empty value. If
 * `given` is an empty text, returns no metadata; if it is undefined, returns `before` unchanged.
 */
export function mergeMetadata(
  given: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
  before: Stripe.Metadata | null = null,
): Stripe.Metadata {
  if (given === undefined) return before ?? {}
  if (given === '' || given === null) return {}
  const all = { ...before, ...given }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === '' || value === null ? [] : [[name, String(value)] as const],
    ),
  )
}

/**
 * Returns the id of the customer to whom a subscription, session or invoice belongs. Returns null if there is none.
 */
export const customerIdOf = (object: { customer: Parameters<typeof idOfReference>[0] }) =>
  idOfReference(object.customer)
