import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'

/**
 * A validated request to an operation of Stripe's API, as its handler receives it: `values` are its parameters, `ids`
 * the ids in its path, and `base` is the URL of the stand-in.
 */
export type OperationInput = {
  state: StripeState
  engine: SubscriptionEngine
  values: object
  ids: readonly string[]
  base: string
}
/**
 * Handlers of API operations, by operation id in Stripe's API description. A handler returns the response body and
 * throws StripeApiError for an invalid request.
 */
export type Operations = Record<string, (call: OperationInput) => object>
