import type { Stripe } from 'stripe'
import { idOfReference, listNewestFirst } from './stripe-state.ts'
import type { Operations } from './operation.ts'
import { mergeMetadata } from './create-objects.ts'
import { paginate } from './paginate.ts'
import {
  createInvalidRequestError,
  createMissingParameterError,
  createResourceMissingError,
} from './stripe-api-error.ts'

/** Handlers of the Stripe operations for invoices, invoice payments, charges and refunds. */
export const paymentOperations: Operations = {
  GetInvoices: ({ state, values }) => {
    const { customer, subscription, status, ...page } = values as Stripe.InvoiceListParams
    const all = listNewestFirst(state.invoices).filter(
      invoice =>
        (customer === undefined || invoice.customer === customer) &&
        (status === undefined || invoice.status === status) &&
        (subscription === undefined || subscriptionOf(invoice) === subscription),
    )
    return paginate('/v1/invoices', all, page)
  },

  GetInvoicesInvoice: ({ state, engine, ids: [id = ''] }) => engine.found(state.invoices, 'invoice', id),

  GetInvoicePayments: ({ state, values }) => {
    const { invoice, payment, status, ...page } = values as Stripe.InvoicePaymentListParams
    const all = listNewestFirst(state.invoicePayments).filter(
      one =>
        (invoice === undefined || one.invoice === invoice) &&
        (status === undefined || one.status === status) &&
        (payment === undefined || one.payment.payment_intent === payment.payment_intent),
    )
    return paginate('/v1/invoice_payments', all, page)
  },

  GetCharges: ({ state, values }) => {
    const { customer, payment_intent: intent, ...page } = values as Stripe.ChargeListParams
    const all = listNewestFirst(state.charges).filter(
      charge =>
        (customer === undefined || charge.customer === customer) &&
        (intent === undefined || charge.payment_intent === intent),
    )
    return paginate('/v1/charges', all, page)
  },

  GetChargesCharge: ({ state, engine, ids: [id = ''] }) => engine.found(state.charges, 'charge', id),

  PostRefunds: ({ state, engine, values }) => {
    const asked = values as Stripe.RefundCreateParams
    const { charge: id, payment_intent: intent } = asked
    if (id === undefined && intent === undefined) throw createMissingParameterError('charge')
    const charge = Object.values(state.charges).find(one =>
      id === undefined ? one.payment_intent === intent : one.id === id,
    )
    if (charge === undefined)
      throw id === undefined
        ? createResourceMissingError('payment_intent', intent ?? '', 'payment_intent')
        : createResourceMissingError('charge', id, 'charge')
    const left = charge.amount - charge.amount_refunded
    if (left === 0)
      throw createInvalidRequestError(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    const { amount = left, reason = null, metadata } = asked
    if (amount > left || amount < 1)
      throw createInvalidRequestError(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        {
          param: 'amount',
        },
      )
    return engine.refund(charge, amount, reason, mergeMetadata(metadata))
  },

  GetRefunds: ({ state, values }) => {
    const { charge, payment_intent: intent, ...page } = values as Stripe.RefundListParams
    const all = listNewestFirst(state.refunds).filter(
      refund =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent),
    )
    return paginate('/v1/refunds', all, page)
  },

  GetRefundsRefund: ({ state, engine, ids: [id = ''] }) => engine.found(state.refunds, 'refund', id),
}

const subscriptionOf = (invoice: Stripe.Invoice) =>
  idOfReference(invoice.parent?.subscription_details?.subscription)
