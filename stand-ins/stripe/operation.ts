import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'

/** A validated request to an operation of Stripe's API, as its handler receives it. */
export type OperationCall = {
  state: StripeState
  engine: SubscriptionEngine
  values: object
  ids: readonly string[]
  base: string
}
/** Handlers of API operations, by the ids that Stripe's API description gives to the operations. */
export type Operations = Record<string, (call: OperationCall) => object>
