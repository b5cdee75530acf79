import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

type Collection<T> = { [id: string]: T }

/**
 * The price id, quantity, metadata and description of what a checkout session sells. They are stored separately,
 * because Stripe's session object does not contain them.
 */
export type CheckoutOrder = {
  price: string
  quantity: number
  metadata: Stripe.Metadata
  description: string | null
}

/**
 * A stored response to a request with an idempotency key, returned again if the request is repeated. `at` is when the
 * request arrived, in milliseconds.
 */
type IdempotentAnswer = { request: string; status: number; body: string; at: number }

/**
 * All data of the Stripe stand-in, as stored in its file. Times are in seconds as in Stripe's API, except in `answers`,
 * where they are in milliseconds.
 */
export type StripeState = {
  customers: Collection<Stripe.Customer | Stripe.DeletedCustomer>
  sessions: Collection<Stripe.Checkout.Session>
  /** By session id. */
  orders: Collection<CheckoutOrder>
  portals: Collection<Stripe.BillingPortal.Session>
  subscriptions: Collection<Stripe.Subscription>
  invoices: Collection<Stripe.Invoice>
  invoicePayments: Collection<Stripe.InvoicePayment>
  charges: Collection<Stripe.Charge>
  refunds: Collection<Stripe.Refund>
  events: Collection<Stripe.Event>
  /** By idempotency key. */
  answers: Collection<IdempotentAnswer>
  /** Number of attempts to deliver each event that the webhook's receiver has not accepted yet, by event id. */
  undelivered: Collection<number>
}

/** Creates the data of a new Stripe account, without any objects. */
const createEmptyStripeState = (): StripeState => ({
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

/**
 * Creates an id like Stripe's: a prefix for the type, such as 'cus', an underscore, and 24 random hexadecimal digits.
 */
export const createStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** Returns the objects of a collection, newest first. */
export const listNewestFirst = <T>(collection: Collection<T>): T[] => Object.values(collection).toReversed()

/**
 * Finds a customer, checkout session, subscription, invoice, charge or refund by its id. Returns null if none has this
 * id.
 */
export function findObjectById(state: StripeState, id: string): object | null {
  const { customers, sessions, subscriptions, invoices, charges, refunds } = state
  for (const collection of [customers, sessions, subscriptions, invoices, charges, refunds])
    if (Object.hasOwn(collection, id)) return (collection as Collection<object>)[id] ?? null
  return null
}

/**
 * Returns the id in a field that contains either an id or, after Stripe's parameter `expand`, the whole object.
 * Returns null if the field is empty.
 */
export const idOfReference = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null)

/**
 * Loads the data that the Stripe stand-in has stored in `file`. Returns the data, and a function that saves it there.
 * The data is empty if the file does not exist. If `file` is null, the data is empty and `save` does nothing.
 */
export function openStateFile(file: string | null): { state: StripeState; save: () => void } {
  if (file === null) return { state: createEmptyStripeState(), save() {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return {
    state: { ...createEmptyStripeState(), ...readState(file) },
    save() {
      // Renames a complete file, so that a process that ends while writing leaves the previous one.
      writeFileSync(`${file}.new`, JSON.stringify(this.state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function readState(file: string): Partial<StripeState> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<StripeState>) : {}
}
