import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'

/** A validated request to a Stripe operation. */
export type OperationCall = {
  state: StripeState
  engine: SubscriptionEngine
  values: object
  ids: readonly string[]
  base: string
}
/** Handlers of API operations, by Stripe's ids of the operations. */
export type Operations = Record<string, (call: OperationCall) => object>
