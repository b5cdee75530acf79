import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

type Shelf<T> = { [id: string]: T }

/** What a session sells. Stripe's session object does not contain it. */
export type Order = { price: string; quantity: number; metadata: Stripe.Metadata; description: string | null }

export type KeptAnswer = { request: string; status: number; body: string; at: number }

/** All data of the stand-in, as stored in its file. Times are in seconds, as everywhere in Stripe. */
export type Books = {
  customers: Shelf<Stripe.Customer | Stripe.DeletedCustomer>
  sessions: Shelf<Stripe.Checkout.Session>
  /** By session id. */
  orders: Shelf<Order>
  portals: Shelf<Stripe.BillingPortal.Session>
  subscriptions: Shelf<Stripe.Subscription>
  invoices: Shelf<Stripe.Invoice>
  invoicePayments: Shelf<Stripe.InvoicePayment>
  charges: Shelf<Stripe.Charge>
  refunds: Shelf<Stripe.Refund>
  events: Shelf<Stripe.Event>
  /** By idempotency key. */
  answers: Shelf<KeptAnswer>
  /** Events that were not delivered yet, with the number of attempts. */
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

/** Creates an id like Stripe: a prefix for the type and a random part. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** Returns the objects of a collection, newest first. */
export const newestFirst = <T>(shelf: Shelf<T>): T[] => Object.values(shelf).toReversed()

/** Finds any object by its id. */
export function findObject(books: Books, id: string): object | null {
  const { customers, sessions, subscriptions, invoices, charges, refunds } = books
  for (const shelf of [customers, sessions, subscriptions, invoices, charges, refunds])
    if (Object.hasOwn(shelf, id)) return (shelf as Shelf<object>)[id] ?? null
  return null
}

/** Returns the id of a field that may be expanded to an object. */
export const idIn = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null)
