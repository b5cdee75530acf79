import type { Stripe } from 'stripe'
import { idIn, newestFirst } from './books.ts'
import type { Operations } from './operation.ts'
import { metadataOf } from './new-objects.ts'
import { pageOf } from './paging.ts'
import { invalidRequest, missing, noSuch } from './stripe-fault.ts'

/** The operations for invoices, their payments and refunds. */
export const paymentOperations: Operations = {
  GetInvoices: ({ books, values }) => {
    const { customer, subscription, status, ...page } = values as Stripe.InvoiceListParams
    const all = newestFirst(books.invoices).filter(
      invoice =>
        (customer === undefined || invoice.customer === customer) &&
        (status === undefined || invoice.status === status) &&
        (subscription === undefined || subscriptionOf(invoice) === subscription),
    )
    return pageOf('/v1/invoices', all, page)
  },

  GetInvoicesInvoice: ({ books, money, ids: [id = ''] }) => money.found(books.invoices, 'invoice', id),

  GetInvoicePayments: ({ books, values }) => {
    const { invoice, payment, status, ...page } = values as Stripe.InvoicePaymentListParams
    const all = newestFirst(books.invoicePayments).filter(
      one =>
        (invoice === undefined || one.invoice === invoice) &&
        (status === undefined || one.status === status) &&
        (payment === undefined || one.payment.payment_intent === payment.payment_intent),
    )
    return pageOf('/v1/invoice_payments', all, page)
  },

  GetCharges: ({ books, values }) => {
    const { customer, payment_intent: intent, ...page } = values as Stripe.ChargeListParams
    const all = newestFirst(books.charges).filter(
      charge =>
        (customer === undefined || charge.customer === customer) &&
        (intent === undefined || charge.payment_intent === intent),
    )
    return pageOf('/v1/charges', all, page)
  },

  GetChargesCharge: ({ books, money, ids: [id = ''] }) => money.found(books.charges, 'charge', id),

  PostRefunds: ({ books, money, values }) => {
    const asked = values as Stripe.RefundCreateParams
    const { charge: id, payment_intent: intent } = asked
    if (id === undefined && intent === undefined) throw missing('charge')
    const charge = Object.values(books.charges).find(one =>
      id === undefined ? one.payment_intent === intent : one.id === id,
    )
    if (charge === undefined)
      throw id === undefined
        ? noSuch('payment_intent', intent ?? '', 'payment_intent')
        : noSuch('charge', id, 'charge')
    const left = charge.amount - charge.amount_refunded
    if (left === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    const { amount = left, reason = null, metadata } = asked
    if (amount > left || amount < 1)
      throw invalidRequest(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        {
          param: 'amount',
        },
      )
    return money.refund(charge, amount, reason, metadataOf(metadata))
  },

  GetRefunds: ({ books, values }) => {
    const { charge, payment_intent: intent, ...page } = values as Stripe.RefundListParams
    const all = newestFirst(books.refunds).filter(
      refund =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent),
    )
    return pageOf('/v1/refunds', all, page)
  },

  GetRefundsRefund: ({ books, money, ids: [id = ''] }) => money.found(books.refunds, 'refund', id),
}

const subscriptionOf = (invoice: Stripe.Invoice) => idIn(invoice.parent?.subscription_details?.subscription)
