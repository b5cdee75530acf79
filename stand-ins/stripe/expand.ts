import { newestFirst, findObject } from './books.ts'
import type { Books } from './books.ts'
import { pricesOfStandIn } from './stand-in-prices.ts'
import { invalidRequest } from './stripe-fault.ts'

const DEEPEST = 4

/**
 * Returns a copy of the response in which the given ids are replaced by their objects. `data.customer` expands the
 * items of a list.
 */
export function expanded(answer: object, wanted: readonly string[], books: Books): object {
  const copy = structuredClone(answer)
  for (const path of wanted) {
    const steps = path.split('.')
    if (steps.length > DEEPEST)
      throw invalidRequest('You cannot expand more than 4 levels of a property', { param: 'expand' })
    follow(copy, steps, path, books)
  }
  return copy
}

function follow(place: object, [step = '', ...rest]: readonly string[], path: string, books: Books): void {
  if (Array.isArray(place)) {
    for (const one of place) follow(one, [step, ...rest], path, books)
    return
  }
  const value = includable(place, step, books) ?? Reflect.get(place, step)
  if (value === null) return
  const inner = typeof value === 'string' ? copied(findObject(books, value)) : value
  // A text or number that is not an id cannot be expanded.
  if (typeof inner !== 'object' || inner === null)
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  Reflect.set(place, step, inner)
  if (rest.length > 0) follow(inner, rest, path, books)
}

const copied = (object: object | null) => (object === null ? null : structuredClone(object))

/** Returns a list that Stripe includes only on request. */
function includable(place: object, step: string, books: Books): object | null {
  const id = 'id' in place && typeof place.id === 'string' ? place.id : ''
  const object = 'object' in place ? place.object : null
  if (object === 'invoice' && step === 'payments')
    return listOf(
      `/v1/invoice_payments`,
      newestFirst(books.invoicePayments).filter(one => one.invoice === id),
    )
  if (object === 'charge' && step === 'refunds')
    return listOf(
      `/v1/refunds`,
      newestFirst(books.refunds).filter(one => one.charge === id),
    )
  if (object === 'customer' && step === 'subscriptions')
    return listOf(
      `/v1/customers/${id}/subscriptions`,
      newestFirst(books.subscriptions).filter(one => one.customer === id && one.status !== 'canceled'),
    )
  if (object === 'checkout.session' && step === 'line_items')
    return listOf(`/v1/checkout/sessions/${id}/line_items`, lineItems(id, books))
  return null
}

function lineItems(session: string, books: Books) {
  const order = books.orders[session]
  const price = pricesOfStandIn().find(one => one.id === order?.price)
  if (order === undefined || price === undefined) return []
  const amount = (price.unit_amount ?? 0) * order.quantity
  return [
    {
      id: `li_${session}`,
      object: 'item',
      amount_subtotal: amount,
      amount_total: amount,
      currency: price.currency,
      description: 'Dacapo Pro',
      price,
      quantity: order.quantity,
    },
  ]
}

const listOf = (url: string, data: readonly object[]) =>
  structuredClone({ object: 'list', data, has_more: false, url })
