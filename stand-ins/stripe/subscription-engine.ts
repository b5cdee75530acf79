import type { Stripe } from 'stripe'
import { idOfReference } from './stripe-state.ts'
import type { StripeState } from './stripe-state.ts'
import {
  customerIdOf,
  createCustomer,
  createStripeEvent,
  createSubscription,
  billingPeriodEnd,
} from './create-objects.ts'
import { createInvoice, createRefund, markInvoicePaid } from './create-payments.ts'
import { allStandInPrices } from './stand-in-prices.ts'
import { createInvalidRequestError, createResourceMissingError } from './stripe-api-error.ts'

/** Operations that bill, renew and end subscriptions. Each emits the same events as Stripe does. */
export type SubscriptionEngine = ReturnType<typeof createSubscriptionEngine>

type Ended = 'cancellation_requested' | 'payment_failed'
type RefundReason = Stripe.RefundCreateParams.Reason | null

/**
 * Creates an engine that bills, renews and ends the stand-in's subscriptions, as Stripe itself would. Elapsed time
 * takes effect only when `passTime` is called. `now` returns milliseconds, and `announce` is called after each new
 * event, so that the event can be sent.
 */
export function createSubscriptionEngine(
  state: StripeState,
  { now, announce }: { now: () => number; announce: () => void },
) {
  const seconds = () => Math.floor(now() / 1000)

  function emit(type: string, object: object) {
    const event = createStripeEvent(type, object, seconds())
    state.events[event.id] = event
    state.undelivered[event.id] = 0
    announce()
  }

  const priceOf = (id: string) => allStandInPrices().find(price => price.id === id) ?? null

  function found<T>(collection: Record<string, T>, what: string, id: string, param?: string): T {
    const one = Object.hasOwn(collection, id) ? collection[id] : undefined
    if (one === undefined) throw createResourceMissingError(what, id, param)
    return one
  }

  /** Returns a customer. Throws Stripe's error if it does not exist or was deleted. */
  function customerBy(id: string, param?: string): Stripe.Customer {
    const customer = found(state.customers, 'customer', id, param)
    if (customer.deleted === true) throw createResourceMissingError('customer', id, param)
    return customer
  }

  const sessionBy = (id: string, param?: string) => found(state.sessions, 'checkout.session', id, param)
  const subscriptionBy = (id: string, param?: string) => found(state.subscriptions, 'subscription', id, param)

  /** Pays a session with a good card: completes it and starts its subscription. */
  function pay(sessionId: string): Stripe.Subscription {
    const session = sessionBy(sessionId)
    const order = state.orders[sessionId]
    const price = priceOf(order?.price ?? '')
    if (session.status !== 'open' || order === undefined || price === null)
      throw createInvalidRequestError('This Checkout Session is no longer open')
    const created = seconds()
    const customer = customerOfSession(session)
    const automaticTax = session.automatic_tax.enabled
    const subscription = createSubscription(order, price, { customer: customer.id, created, automaticTax })
    state.subscriptions[subscription.id] = subscription
    emit('customer.subscription.created', subscription)
    customer.currency = price.currency
    const invoice = bill(subscription, 'subscription_create')
    subscription.status = 'active'
    emit('invoice.paid', paid(invoice))
    emit('customer.subscription.updated', subscription)
    session.status = 'complete'
    session.url = null
    session.payment_status = 'paid'
    session.subscription = subscription.id
    session.invoice = invoice.id
    session.customer = customer.id
    emit('checkout.session.completed', session)
    return subscription
  }

  function customerOfSession(session: Stripe.Checkout.Session): Stripe.Customer {
    const known = customerIdOf(session)
    if (known !== null) return customerBy(known, 'customer')
    const email = session.customer_email
    const customer = createCustomer(email === null ? {} : { email }, seconds())
    state.customers[customer.id] = customer
    return customer
  }

  function bill(subscription: Stripe.Subscription, reason: 'subscription_create' | 'subscription_cycle') {
    const customer = customerBy(customerIdOf(subscription) ?? '')
    const invoice = createInvoice({
      customer: customer.id,
      email: customer.email,
      subscription,
      created: seconds(),
      reason,
    })
    state.invoices[invoice.id] = invoice
    subscription.latest_invoice = invoice.id
    return invoice
  }

  function paid(invoice: Stripe.Invoice): Stripe.Invoice {
    const { charge, payment } = markInvoicePaid(invoice, seconds())
    state.charges[charge.id] = charge
    state.invoicePayments[payment.id] = payment
    return invoice
  }

  function expire(session: Stripe.Checkout.Session) {
    session.status = 'expired'
    session.url = null
    emit('checkout.session.expired', session)
  }

  /** Cancels a subscription immediately. */
  function end(subscription: Stripe.Subscription, reason: Ended = 'cancellation_requested') {
    const at = seconds()
    subscription.status = 'canceled'
    subscription.canceled_at ??= at
    subscription.ended_at = at
    subscription.cancel_at_period_end = false
    subscription.cancel_at = null
    if (subscription.cancellation_details !== null) subscription.cancellation_details.reason = reason
    emit('customer.subscription.deleted', subscription)
  }

  /** Sets whether a subscription is canceled at the end of its period. */
  function endWithPeriod(subscription: Stripe.Subscription, wanted: boolean) {
    const until = subscription.items.data[0]?.current_period_end ?? null
    subscription.cancel_at_period_end = wanted
    subscription.cancel_at = wanted ? until : null
    subscription.canceled_at = wanted ? seconds() : null
    if (subscription.cancellation_details !== null)
      subscription.cancellation_details.reason = wanted ? 'cancellation_requested' : null
    emit('customer.subscription.updated', subscription)
  }

  /**
   * Makes the next payment of a subscription fail, so that it becomes past due. Stripe would retry the payment for
   * some days.
   */
  function makePastDue(subscription: Stripe.Subscription) {
    const invoice = bill(subscription, 'subscription_cycle')
    invoice.attempted = true
    invoice.attempt_count = 1
    invoice.next_payment_attempt = seconds() + 3 * 86_400
    subscription.status = 'past_due'
    emit('invoice.payment_failed', invoice)
    emit('customer.subscription.updated', subscription)
  }

  /** Pays the open invoice of a subscription that is past due. */
  function recover(subscription: Stripe.Subscription) {
    const invoice = state.invoices[idOfReference(subscription.latest_invoice) ?? '']
    if (invoice?.status === 'open') emit('invoice.paid', paid(invoice))
    subscription.status = 'active'
    emit('customer.subscription.updated', subscription)
  }

  function refund(
    charge: Stripe.Charge,
    amount: number,
    reason: RefundReason,
    metadata: Stripe.Metadata = {},
  ) {
    const made = createRefund(charge, { amount, reason, metadata }, seconds())
    state.refunds[made.id] = made
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    emit('charge.refunded', charge)
    return made
  }

  /** Refunds the last payment of a subscription. */
  function refundLast(subscription: Stripe.Subscription) {
    const invoice = idOfReference(subscription.latest_invoice)
    const payment = Object.values(state.invoicePayments).find(one => one.invoice === invoice)
    const charge = Object.values(state.charges).find(
      one => payment !== undefined && one.payment_intent === payment.payment.payment_intent,
    )
    if (charge === undefined) throw createInvalidRequestError(`${subscription.id} has not been paid`)
    return refund(charge, charge.amount - charge.amount_refunded, null)
  }

  /** Applies the effects of elapsed time: sessions expire, and billing periods end and start again. */
  function passTime() {
    for (const session of Object.values(state.sessions))
      if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    for (const subscription of Object.values(state.subscriptions)) renew(subscription)
  }

  function renew(subscription: Stripe.Subscription) {
    const [item] = subscription.items.data
    if (item === undefined) return
    while (subscription.status === 'active' && item.current_period_end <= seconds()) {
      if (subscription.cancel_at_period_end) return end(subscription)
      item.current_period_start = item.current_period_end
      item.current_period_end = billingPeriodEnd(item.current_period_start, item.price)
      emit('invoice.paid', paid(bill(subscription, 'subscription_cycle')))
      emit('customer.subscription.updated', subscription)
    }
  }

  return {
    seconds,
    emit,
    priceOf,
    customerBy,
    sessionBy,
    subscriptionBy,
    pay,
    expire,
    end,
    endWithPeriod,
    makePastDue,
    recover,
    refund,
    refundLast,
    passTime,
    found,
  }
}
