import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'

/** A validated request. The casts to Stripe's types rely on the validation. */
export type OperationCall = {
  state: StripeState
  engine: SubscriptionEngine
  values: object
  ids: readonly string[]
  base: string
}
/** Handlers of the API by the operation ids of Stripe's description. */
export type Operations = Record<string, (call: OperationCall) => object>
