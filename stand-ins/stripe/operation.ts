import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'

/** A validated request to an operation. Casts to Stripe's types rely on the validation. */
export type OperationCall = {
  state: StripeState
  engine: SubscriptionEngine
  values: object
  ids: readonly string[]
  base: string
}
/** Handlers of API operations by Stripe's operation ids. */
export type Operations = Record<string, (call: OperationCall) => object>
