import { Stripe } from 'stripe'
import { STAND_IN_PRICES } from '#stand-ins/stripe/price-ids.ts'
import { startStripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'
import type { StripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'

const HOME = 'http://localhost:3000/account'

/** A stand-in for Stripe on a port of its own, which keeps its events unless it is told where to send them. */
export const startedStandIn = (settings: Partial<Parameters<typeof startStripeStandIn>[0]> = {}) =>
  startStripeStandIn({
    port: 0,
    webhookUrl: null,
    webhookSecret: 'whsec_test',
    now: () => Date.now(),
    ...settings,
  })

/** Stripe's own client in front of its stand-in. */
export const stripeAt = ({ secretKey, url }: StripeStandIn, maxNetworkRetries = 0) =>
  new Stripe(secretKey, { ...url, maxNetworkRetries, telemetry: false })

/** A customer who has bought Pro for a year. */
export async function aBuyer({ stripe, standIn }: { stripe: Stripe; standIn: StripeStandIn }) {
  const customer = await stripe.customers.create({ email: 'clara@example.org' })
  const session = await stripe.checkout.sessions.create(bought(customer.id))
  const subscription = standIn.pay(session.id)
  return { customer: customer.id, session: session.id, subscription: subscription.id }
}

export const bought = (customer: string): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer,
  client_reference_id: 'u1',
  line_items: [{ price: STAND_IN_PRICES.EUR.year, quantity: 1 }],
  success_url: HOME,
  cancel_url: HOME,
  automatic_tax: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
  tax_id_collection: { enabled: true },
  allow_promotion_codes: true,
  locale: 'de',
  subscription_data: { metadata: { userId: 'u1' } },
})
