import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

type Shelf<T> = { [id: string]: T }

/** What a session will sell, which Stripe does not tell in the session itself. */
export type Order = { price: string; quantity: number; metadata: Stripe.Metadata; description: string | null }

export type KeptAnswer = { request: string; status: number; body: string; at: number }

/** Everything that the stand-in knows, as it is kept in its file. Times are seconds, as everywhere in Stripe. */
export type Books = {
  customers: Shelf<Stripe.Customer | Stripe.DeletedCustomer>
  sessions: Shelf<Stripe.Checkout.Session>
  /** By session. */
  orders: Shelf<Order>
  portals: Shelf<Stripe.BillingPortal.Session>
  subscriptions: Shelf<Stripe.Subscription>
  invoices: Shelf<Stripe.Invoice>
  invoicePayments: Shelf<Stripe.InvoicePayment>
  charges: Shelf<Stripe.Charge>
  refunds: Shelf<Stripe.Refund>
  events: Shelf<Stripe.Event>
  /** By Idempotency-Key. */
  answers: Shelf<KeptAnswer>
  /** Events that no one has taken yet, with how often it was tried. */
  undelivered: Shelf<number>
}

export const emptyBooks = (): Books => ({
  customers: {},
  sessions: {},
  orders: {},
  portals: {},
  subscriptions: {},
  invoices: {},
  invoicePayments: {},
  charges: {},
  refunds: {},
  events: {},
  answers: {},
  undelivered: {},
})

/** An id as Stripe makes them: what it is of, then what nobody can guess. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** What is on a shelf, newest first. */
export const newestFirst = <T>(shelf: Shelf<T>): T[] => Object.values(shelf).toReversed()

/** Any object by its id, whatever it is. */
export function objectOf(books: Books, id: string): object | null {
  const { customers, sessions, subscriptions, invoices, charges, refunds } = books
  for (const shelf of [customers, sessions, subscriptions, invoices, charges, refunds])
    if (Object.hasOwn(shelf, id)) return (shelf as Shelf<object>)[id] ?? null
  return null
}

/** The id in a field that may hold the object itself. */
export const idIn = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null)
