import { Stripe } from 'stripe'
import { STAND_IN_PRICE_IDS } from '#stand-ins/stripe/price-ids.ts'
import { startStripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'
import type { StripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'

const HOME = 'http://localhost:3000/account'

/** Starts a Stripe stand-in on its own port. It sends events only if the settings contain an address. */
export const startStandInForTest = (settings: Partial<Parameters<typeof startStripeStandIn>[0]> = {}) =>
  startStripeStandIn({
    port: 0,
    webhookUrl: null,
    webhookSecret: 'whsec_test',
    now: () => Date.now(),
    ...settings,
  })

/** Creates a Stripe client for a stand-in. */
export const createStripeClientFor = ({ secretKey, url }: StripeStandIn, maxNetworkRetries = 0) =>
  new Stripe(secretKey, { ...url, maxNetworkRetries, telemetry: false })

/** Creates a customer who has bought Pro for a year. */
export async function aBuyer({ stripe, standIn }: { stripe: Stripe; standIn: StripeStandIn }) {
  const customer = await stripe.customers.create({ email: 'clara@example.org' })
  const session = await stripe.checkout.sessions.create(yearlyCheckoutParameters(customer.id))
  const subscription = standIn.pay(session.id)
  return { customer: customer.id, session: session.id, subscription: subscription.id }
}

/** Returns the parameters of a checkout of Pro for a year. */
export const yearlyCheckoutParameters = (customer: string): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer,
  client_reference_id: 'u1',
  line_items: [{ price: STAND_IN_PRICE_IDS.EUR.year, quantity: 1 }],
  success_url: HOME,
  cancel_url: HOME,
  automatic_tax: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
  tax_id_collection: { enabled: true },
  allow_promotion_codes: true,
  locale: 'de',
  subscription_data: { metadata: { userId: 'u1' } },
})
