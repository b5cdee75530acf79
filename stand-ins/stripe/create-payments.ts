import type { Stripe } from 'stripe'
import { createStripeId } from './stripe-state.ts'
import { stripeExampleObject } from './stripe-schemas.ts'

type Bill = {
  customer: string
  email: string | null
  subscription: Stripe.Subscription
  created: number
  reason: 'subscription_create' | 'subscription_cycle'
}

/** Creates an unpaid Stripe invoice for the current period of a subscription. `created` is in seconds. */
export function createInvoice({ customer, email, subscription, created, reason }: Bill): Stripe.Invoice {
  const [item] = subscription.items.data
  const amount = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1)
  const id = createStripeId('in')
  const invoice = {
    ...stripeExampleObject('invoice'),
    id,
    amount_due: amount,
    amount_overpaid: 0,
    amount_remaining: amount,
    billing_reason: reason,
    created,
    currency: subscription.currency,
    customer,
    customer_address: null,
    customer_email: email,
    customer_shipping: null,
    due_date: null,
    effective_at: created,
    from_invoice: null,
    last_finalization_error: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    next_payment_attempt: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: item?.current_period_end ?? created,
    period_start: item?.current_period_start ?? created,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    status: 'open',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    webhooks_delivered_at: null,
  }
  return invoice as unknown as Stripe.Invoice
}

/**
 * Marks a Stripe invoice as paid at `at`, in seconds. Returns the new charge, and the invoice payment that links the
 * charge to the invoice.
 */
export function markInvoicePaid(invoice: Stripe.Invoice, at: number) {
  invoice.status = 'paid'
  invoice.attempted = true
  invoice.attempt_count += 1
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = at
  const intent = createStripeId('pi')
  return { charge: newCharge(invoice, intent, at), payment: newInvoicePayment(invoice, intent, at) }
}

function newCharge(invoice: Stripe.Invoice, intent: string, created: number): Stripe.Charge {
  const charge = {
    id: createStripeId('ch'),
    object: 'charge',
    amount: invoice.amount_paid,
    amount_captured: invoice.amount_paid,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: { address: null, email: invoice.customer_email, name: null, phone: null, tax_id: null },
    captured: true,
    created,
    currency: invoice.currency,
    customer: invoice.customer,
    description: null,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    paid: true,
    payment_intent: intent,
    payment_method: null,
    receipt_email: null,
    refunded: false,
    status: 'succeeded',
  }
  return charge as unknown as Stripe.Charge
}

function newInvoicePayment(invoice: Stripe.Invoice, intent: string, created: number): Stripe.InvoicePayment {
  return {
    id: createStripeId('inpay'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_paid,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: created },
  }
}

/** Creates a Stripe refund of a charge. `created` is in seconds. */
export function createRefund(
  charge: Stripe.Charge,
  {
    amount,
    reason,
    metadata,
  }: { amount: number; reason: Stripe.RefundCreateParams.Reason | null; metadata: Stripe.Metadata },
  created: number,
): Stripe.Refund {
  return {
    id: createStripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
