import { listNewestFirst, findObjectById } from './stripe-state.ts'
import type { StripeState } from './stripe-state.ts'
import { allStandInPrices } from './stand-in-prices.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

const DEEPEST = 4

/**
 * Returns a copy of a response in which the ids at the `wanted` paths are replaced by the objects with these ids, like
 * Stripe's parameter `expand`. A path such as `data.customer` expands every item of a list. Throws a Stripe error if a
 * path cannot be expanded.
 */
export function expandReferences(answer: object, wanted: readonly string[], state: StripeState): object {
  const copy = structuredClone(answer)
  for (const path of wanted) {
    const steps = path.split('.')
    if (steps.length > DEEPEST)
      throw createInvalidRequestError('You cannot expand more than 4 levels of a property', {
        param: 'expand',
      })
    follow(copy, steps, path, state)
  }
  return copy
}

function follow(
  place: object,
  [step = '', ...rest]: readonly string[],
  path: string,
  state: StripeState,
): void {
  if (Array.isArray(place)) {
    for (const one of place) follow(one, [step, ...rest], path, state)
    return
  }
  const value = includable(place, step, state) ?? Reflect.get(place, step)
  if (value === null) return
  const inner = typeof value === 'string' ? copied(findObjectById(state, value)) : value
  // A text or number that is not an id cannot be expanded.
  if (typeof inner !== 'object' || inner === null)
    throw createInvalidRequestError(`This property cannot be expanded (${path}).`, { param: 'expand' })
  Reflect.set(place, step, inner)
  if (rest.length > 0) follow(inner, rest, path, state)
}

const copied = (object: object | null) => (object === null ? null : structuredClone(object))

/** Returns a list that Stripe includes only on request. */
function includable(place: object, step: string, state: StripeState): object | null {
  const id = 'id' in place && typeof place.id === 'string' ? place.id : ''
  const object = 'object' in place ? place.object : null
  if (object === 'invoice' && step === 'payments')
    return listOf(
      `/v1/invoice_payments`,
      listNewestFirst(state.invoicePayments).filter(one => one.invoice === id),
    )
  if (object === 'charge' && step === 'refunds')
    return listOf(
      `/v1/refunds`,
      listNewestFirst(state.refunds).filter(one => one.charge === id),
    )
  if (object === 'customer' && step === 'subscriptions')
    return listOf(
      `/v1/customers/${id}/subscriptions`,
      listNewestFirst(state.subscriptions).filter(one => one.customer === id && one.status !== 'canceled'),
    )
  if (object === 'checkout.session' && step === 'line_items')
    return listOf(`/v1/checkout/sessions/${id}/line_items`, lineItems(id, state))
  return null
}

function lineItems(session: string, state: StripeState) {
  const order = state.orders[session]
  const price = allStandInPrices().find(one => one.id === order?.price)
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
